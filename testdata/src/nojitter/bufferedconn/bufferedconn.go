// Package bufferedconn talks to a server through buffers around a connection.
package bufferedconn

import (
	"bufio"
	"bytes"
	"net"
	"time"
)

type client struct {
	conn net.Conn
	in   bufio.Reader
	out  *bufio.Writer
	log  *bufio.Writer
}

func dial(address string) (*client, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	return &client{conn: conn, in: *bufio.NewReader(conn), out: bufio.NewWriter(conn), log: bufio.NewWriter(new(bytes.Buffer))}, nil
}

func (c *client) ask(question string) (string, error) {
	if _, err := c.out.WriteString(question); err != nil {
		return "", err
	}
	if err := c.out.Flush(); err != nil {
		return "", err
	}
	return c.in.ReadString('\n')
}

func (c *client) note(line string) error {
	_, err := c.log.WriteString(line)
	return err
}

func (c *client) askAgain(question string) (answer string, err error) {
	for range 3 { // want `retries \(\*client\).ask after a constant 1s, 3 attempts: `
		if answer, err = c.ask(question); err == nil {
			return answer, nil
		}
		time.Sleep(time.Second)
	}
	return "", err
}

func (c *client) noteAgain(line string) (err error) {
	for range 3 {
		if err = c.note(line); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
