// Package chattylog logs each failure through a helper with more branches than anybody wants to follow.
package chattylog

import (
	"net/http"
	"os"
	"time"
)

type logger struct {
	level, depth, width         int
	color, stamp, pid, host     bool
	toStderr, alsoFile, flushed bool
}

func (l *logger) print(s string) {
	if l.level < 3 {
		s = "warn " + s
	}
	if l.depth > 1 {
		s = "  " + s
	}
	if l.width > 80 {
		s = s[:80]
	}
	if l.color {
		s = "\x1b[1m" + s
	}
	if l.stamp {
		s = time.Now().String() + s
	}
	if l.pid {
		s = "1 " + s
	}
	if l.host {
		s = "host " + s
	}
	if l.toStderr {
		os.Stderr.WriteString(s)
	}
	if l.alsoFile {
		os.Stdout.WriteString(s)
	}
	if l.flushed {
		os.Stdout.Sync()
	}
}

func get(l *logger, url string) (resp *http.Response, err error) {
	for wait := time.Second; wait < 6*time.Second; wait += wait / 2 { // want `retries http.Get after a wait that grows without randomness \(1s, 1.5s, 2.25s\), 5 attempts`
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		l.print(err.Error())
		time.Sleep(wait)
	}
	return nil, err
}
