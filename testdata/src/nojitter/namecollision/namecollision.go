// Package namecollision takes the next name when one is taken.
package namecollision

import (
	"context"
	"database/sql"
	"errors"
)

type ConstraintError struct{ Code string }

func (e *ConstraintError) Error() string { return e.Code }

const uniqueViolation = "23505"

type Job struct{ db *sql.DB }

// The name is made of what the table holds by then.
func (j *Job) build(ctx context.Context) error {
	for {
		err := j.tryBuild(ctx)
		var constraint *ConstraintError
		if errors.As(err, &constraint) && constraint.Code == uniqueViolation {
			continue
		}
		return err
	}
}

// A server that goes away is another thing.
func (j *Job) buildLater(ctx context.Context) error {
	for { // want `retries \(\*Job\).tryBuild with no wait in between, without limit`
		err := j.tryBuild(ctx)
		var constraint *ConstraintError
		if errors.As(err, &constraint) && constraint.Code == "57P01" {
			continue
		}
		return err
	}
}

func (j *Job) tryBuild(ctx context.Context) error {
	_, err := j.db.ExecContext(ctx, "INSERT INTO builds (name) SELECT max(name) + 1 FROM builds")
	return err
}
