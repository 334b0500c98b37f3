// Package logsbetween tells a logger, if there is one, what it does, so often that the loop
// has thousands of ways.
package logsbetween

import (
	"context"
	"time"
)

type logger interface {
	Printf(format string, args ...any)
}

type broker interface {
	Produce(ctx context.Context, topic string, batch []string) error
}

type writer struct {
	broker   broker
	topic    string
	logger   logger
	errors   logger
	min, max time.Duration
	stats    counters
}

type counters struct{ last, least, most, sum, count int64 }

func (c *counters) observe(v int64) {
	c.last = v
	if v < c.least {
		c.least = v
	}
	if v > c.most {
		c.most = v
	}
	c.sum += v
	c.count++
}

func (w *writer) log(do func(logger)) {
	if w.logger != nil {
		do(w.logger)
	}
}

func (w *writer) logError(do func(logger)) {
	switch {
	case w.errors != nil:
		do(w.errors)
	case w.logger != nil:
		do(w.logger)
	}
}

func (w *writer) backoffMin() time.Duration {
	if w.min > 0 {
		return w.min
	}
	return 100 * time.Millisecond
}

func (w *writer) backoffMax() time.Duration {
	if w.max > 0 {
		return w.max
	}
	return time.Second
}

func backoff(attempt int, least, most time.Duration) time.Duration {
	return min(time.Duration(attempt*attempt)*least, most)
}

func (w *writer) write(ctx context.Context, batch []string) (err error) {
	topic := w.topic
	for attempt := range 10 { // want `retries \(broker\).Produce after a wait that grows without randomness`
		if attempt != 0 {
			w.stats.observe(1)
			delay := backoff(attempt, w.backoffMin(), w.backoffMax())
			w.log(func(l logger) { l.Printf("waiting %s before writing %d messages to %s", delay, len(batch), topic) })
			time.Sleep(delay)
		}
		w.log(func(l logger) { l.Printf("writing %d messages to %s", len(batch), topic) })
		start := time.Now()
		err = w.broker.Produce(ctx, topic, batch)
		w.stats.observe(int64(len(batch)))
		w.stats.observe(int64(time.Since(start)))
		if err == nil {
			break
		}
		w.stats.observe(1)
		w.logError(func(l logger) { l.Printf("cannot write to %s (attempt %d): %s", topic, attempt, err) })
	}
	return err
}
