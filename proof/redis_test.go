package proof

import (
	"bufio"
	"io"
	"net"
	"strconv"
	"strings"

	"github.com/redis/go-redis/v9"

	"github.com/retrylint/retrylint/proof/attempts"
)

const pathRedis = "github.com/redis/go-redis/v9"

var goRedis = library{
	name: "go-redis",
	subjects: []subject{
		redisCall("cmdable.Get", func(c *attempts.Call, client *redis.Client) error {
			return client.Get(c.Context, "key").Err()
		}),
		redisCall("cmdable.Incr", func(c *attempts.Call, client *redis.Client) error {
			return client.Incr(c.Context, "key").Err()
		}),
	},
}

// redisFaults are errors as Redis writes them, and lost connections.
var redisFaults = []attempts.Fault{
	attempts.Dropped,
	attempts.Reset,
	attempts.Refused,
	attempts.Reply("LOADING Redis is loading the dataset in memory"),
	attempts.Reply("READONLY You can't write against a read only replica."),
	attempts.Reply("MASTERDOWN Link with MASTER is down"),
	attempts.Reply("CLUSTERDOWN The cluster is down"),
	attempts.Reply("TRYAGAIN Multiple keys request during rehashing of slot"),
	attempts.Reply("NOREPLICAS Not enough good replicas to write."),
	attempts.Reply("ERR max number of clients reached"),
	attempts.Reply("ERR unknown command"),
	attempts.Reply("WRONGTYPE Operation against a key holding the wrong kind of value"),
	attempts.Reply("NOAUTH Authentication required."),
	attempts.Reply("OOM command not allowed when used memory > 'maxmemory'."),
}

func redisCall(name string, do func(*attempts.Call, *redis.Client) error) subject {
	return subject{
		symbol:   pathRedis + "." + name,
		uses:     []string{pathRedis + ".NewClient"},
		receiver: pathRedis + ".Client",
		faults:   redisFaults,
		server:   redisServer,
		options: []options{
			{pathRedis + ".Options.MaxRetries", []int{-1, 0, 1, 5}},
		},
		call: func(c *attempts.Call) error {
			o := &redis.Options{Addr: c.Address, Dialer: c.Dial}
			if n, ok := c.Set(pathRedis + ".Options.MaxRetries"); ok {
				o.MaxRetries = n
			}
			if n, ok := c.Set(pathRedis + ".Options.DialerRetries"); ok {
				o.DialerRetries = n
			}
			client := redis.NewClient(o)
			defer client.Close()
			return do(c, client)
		},
	}
}

// redisServer fails commands, but for those with which a client introduces itself.
func redisServer(f attempts.Fault) attempts.Server {
	return attempts.Conns(func(c *attempts.Call, conn net.Conn) {
		r := bufio.NewReader(conn)
		for {
			name, err := redisCommand(r)
			if err != nil {
				return
			}
			reply := "-ERR unknown command\r\n"
			switch name {
			case "HELLO", "CLIENT", "PING", "COMMAND":
			default:
				switch {
				case !c.Attempt():
					reply = ":1\r\n"
				case f.Way != attempts.Answers:
					return
				default:
					reply = "-" + f.Text + "\r\n"
				}
			}
			if _, err := io.WriteString(conn, reply); err != nil {
				return
			}
		}
	})
}

// redisCommand reads a command and returns its name.
func redisCommand(r *bufio.Reader) (string, error) {
	line := func() (string, error) {
		s, err := r.ReadString('\n')
		return strings.TrimSpace(s), err
	}
	head, err := line()
	if err != nil {
		return "", err
	}
	n, err := strconv.Atoi(strings.TrimPrefix(head, "*"))
	if err != nil {
		return "", err
	}
	var name string
	for i := range n {
		if _, err := line(); err != nil {
			return "", err
		}
		word, err := line()
		if err != nil {
			return "", err
		}
		if i == 0 {
			name = strings.ToUpper(word)
		}
	}
	return name, nil
}
