// Package deletedbetween inserts a row once more, at once, after the one in its way was deleted.
package deletedbetween

import "database/sql"

func insert(add, remove *sql.Stmt, id string) (err error) {
	for i := range 2 {
		if _, err = add.Exec(id); err == nil || i > 0 {
			break
		}
		if _, err = remove.Exec(id); err != nil {
			break
		}
	}
	return err
}

func insertAnyway(add *sql.Stmt, id string) (err error) {
	for i := range 2 { // want `retries \(\*sql.Stmt\).Exec with no wait in between, 2 attempts: `
		if _, err = add.Exec(id); err == nil || i > 0 {
			break
		}
		println("once more", id)
	}
	return err
}

type logger interface{ Log(keyvals ...any) error }

func insertAndLog(add *sql.Stmt, log logger, id string) (err error) {
	for i := range 2 { // want `retries \(\*sql.Stmt\).Exec with no wait in between, 2 attempts: `
		if _, err = add.Exec(id); err == nil || i > 0 {
			break
		}
		log.Log("msg", "once more", "id", id)
	}
	return err
}

func insertOften(add, remove *sql.Stmt, id string) (err error) {
	for i := range 4 { // want `retries \(\*sql.Stmt\).Exec with no wait in between, 4 attempts: `
		if _, err = add.Exec(id); err == nil || i > 2 {
			break
		}
		if _, err = remove.Exec(id); err != nil {
			break
		}
	}
	return err
}
