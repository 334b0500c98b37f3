// Package remote tells what reaches another process although nothing shows it.
package remote

//retrylint:remote
func send(item string) error { return transmit(item) }

func transmit(item string) error { return nil }

func save(item string) (err error) {
	for range 4 {
		if err = send(item); err == nil {
			return nil
		}
	}
	return err
}

func saveAll(item string) (err error) {
	for range 4 { // want `up to 16 attempts of remote.send for one call: remote.saveAll 4× → remote.save 4× \(remote.go:10\)`
		if err = save(item); err == nil {
			return nil
		}
	}
	return err
}

func keep(item string) (err error) {
	for range 4 {
		if err = transmit(item); err == nil {
			return nil
		}
	}
	return err
}

// keepAll does not leave the process.
func keepAll(item string) (err error) {
	for range 4 {
		if err = keep(item); err == nil {
			return nil
		}
	}
	return err
}
