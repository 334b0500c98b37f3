package proof

import (
	"context"
	"encoding/binary"
	"io"
	"net"
	"strconv"
	"time"

	bsonv1 "go.mongodb.org/mongo-driver/bson"
	mongov1 "go.mongodb.org/mongo-driver/mongo"
	optionsv1 "go.mongodb.org/mongo-driver/mongo/options"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	mongooptions "go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/retrylint/retrylint/proof/attempts"
)

const (
	pathMongoV1 = "go.mongodb.org/mongo-driver/mongo"
	pathMongoV2 = "go.mongodb.org/mongo-driver/v2/mongo"
)

var mongoDriver = library{
	name: "mongo-driver",
	subjects: []subject{
		mongoV1("Collection.FindOne", "", "", nil, findOneV1),
		mongoV1("Collection.InsertOne", "", "", nil, insertOneV1),
		mongoV1("Collection.FindOne", "SetRetryReads(false)", pathMongoV1+"/options.ClientOptions.SetRetryReads=false", func(o *optionsv1.ClientOptions) { o.SetRetryReads(false) }, findOneV1),
		mongoV1("Collection.InsertOne", "SetRetryWrites(false)", pathMongoV1+"/options.ClientOptions.SetRetryWrites=false", func(o *optionsv1.ClientOptions) { o.SetRetryWrites(false) }, insertOneV1),
		mongoV1("Collection.FindOne", "SetTimeout(3 * time.Second)", "", func(o *optionsv1.ClientOptions) { o.SetTimeout(3 * time.Second) }, findOneV1),
		mongoV1("Collection.FindOne", "a context with a deadline", "", nil, func(ctx context.Context, c *mongov1.Collection) error {
			ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
			defer cancel()
			return findOneV1(ctx, c)
		}),
		mongoV2("Collection.FindOne", "", "", nil, findOneV2),
		mongoV2("Collection.InsertOne", "", "", nil, insertOneV2),
		mongoV2("Collection.FindOne", "SetRetryReads(false)", pathMongoV2+"/options.ClientOptions.SetRetryReads=false", func(o *mongooptions.ClientOptions) { o.SetRetryReads(false) }, findOneV2),
		mongoV2("Collection.InsertOne", "SetRetryWrites(false)", pathMongoV2+"/options.ClientOptions.SetRetryWrites=false", func(o *mongooptions.ClientOptions) { o.SetRetryWrites(false) }, insertOneV2),
		mongoV2("Collection.FindOne", "SetTimeout(3 * time.Second)", "", func(o *mongooptions.ClientOptions) { o.SetTimeout(3 * time.Second) }, findOneV2),
		mongoV2("Collection.FindOne", "a context with a deadline", "", nil, func(ctx context.Context, c *mongo.Collection) error {
			ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
			defer cancel()
			return findOneV2(ctx, c)
		}),
	},
}

// mongoFaults are lost connections and errors of commands by their codes: 91 is
// ShutdownInProgress, 11000 a duplicate key, 13 Unauthorized.
var mongoFaults = []attempts.Fault{attempts.Dropped, attempts.Reset, mongoCode(91), mongoCode(13), mongoCode(11000)}

func mongoCode(code int) attempts.Fault {
	return attempts.Fault{Status: code, Text: "code " + strconv.Itoa(code)}
}

func findOneV1(ctx context.Context, c *mongov1.Collection) error {
	return c.FindOne(ctx, bsonv1.D{}).Err()
}

func insertOneV1(ctx context.Context, c *mongov1.Collection) error {
	_, err := c.InsertOne(ctx, bsonv1.D{{Key: "a", Value: 1}})
	return err
}

func findOneV2(ctx context.Context, c *mongo.Collection) error { return c.FindOne(ctx, bson.D{}).Err() }

func insertOneV2(ctx context.Context, c *mongo.Collection) error {
	_, err := c.InsertOne(ctx, bson.D{{Key: "a", Value: 1}})
	return err
}

// used lists a symbol, unless it is none.
func used(symbol string) []string {
	if symbol == "" {
		return nil
	}
	return []string{symbol}
}

// mongoDialer dials as both versions of the driver ask for.
type mongoDialer struct{ c *attempts.Call }

func (d mongoDialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	return d.c.Dial(ctx, network, address)
}

func mongoV1(name, with, uses string, set func(*optionsv1.ClientOptions), do func(context.Context, *mongov1.Collection) error) subject {
	return subject{
		symbol: pathMongoV1 + "." + name,
		with:   with,
		uses:   used(uses),
		aside:  with != "" && uses == "",
		faults: mongoFaults,
		server: mongoServer,
		call: func(c *attempts.Call) error {
			o := optionsv1.Client().ApplyURI("mongodb://" + c.Address + "/?replicaSet=rs").SetDialer(mongoDialer{c}).
				SetServerAPIOptions(optionsv1.ServerAPI(optionsv1.ServerAPIVersion1))
			if set != nil {
				set(o)
			}
			client, err := mongov1.Connect(c.Context, o)
			if err != nil {
				return err
			}
			defer client.Disconnect(context.Background())
			return do(c.Context, client.Database("db").Collection("c"))
		},
	}
}

func mongoV2(name, with, uses string, set func(*mongooptions.ClientOptions), do func(context.Context, *mongo.Collection) error) subject {
	return subject{
		symbol: pathMongoV2 + "." + name,
		with:   with,
		uses:   used(uses),
		aside:  with != "" && uses == "",
		faults: mongoFaults,
		server: mongoServer,
		call: func(c *attempts.Call) error {
			o := mongooptions.Client().ApplyURI("mongodb://" + c.Address + "/?replicaSet=rs").SetDialer(mongoDialer{c}).
				SetServerAPIOptions(mongooptions.ServerAPI(mongooptions.ServerAPIVersion1))
			if set != nil {
				set(o)
			}
			client, err := mongo.Connect(o)
			if err != nil {
				return err
			}
			defer client.Disconnect(context.Background())
			return do(c.Context, client.Database("db").Collection("c"))
		},
	}
}

// mongoServer is the primary of a replica set that fails commands, but for those
// with which drivers watch it.
func mongoServer(f attempts.Fault) attempts.Server {
	return attempts.Conns(func(c *attempts.Call, conn net.Conn) {
		for {
			id, command, err := mongoCommand(conn)
			if err != nil {
				return
			}
			reply := bson.D{{Key: "ok", Value: 1}}
			switch command {
			case "hello", "isMaster", "ismaster":
				reply = bson.D{
					{Key: "ok", Value: 1}, {Key: "isWritablePrimary", Value: true}, {Key: "helloOk", Value: true},
					{Key: "setName", Value: "rs"}, {Key: "hosts", Value: bson.A{c.Address}}, {Key: "me", Value: c.Address},
					{Key: "minWireVersion", Value: 0}, {Key: "maxWireVersion", Value: 21},
					{Key: "maxBsonObjectSize", Value: 1 << 24}, {Key: "maxMessageSizeBytes", Value: 48_000_000}, {Key: "maxWriteBatchSize", Value: 100_000},
					{Key: "logicalSessionTimeoutMinutes", Value: 30},
				}
			case "find", "insert":
				switch {
				case !c.Attempt():
				case f.Way != attempts.Answers:
					return
				default:
					reply = bson.D{{Key: "ok", Value: 0}, {Key: "code", Value: f.Status}, {Key: "errmsg", Value: "failed"}}
					if f.Status == 91 && command == "insert" {
						reply = append(reply, bson.E{Key: "errorLabels", Value: bson.A{"RetryableWriteError"}})
					}
				}
			}
			if err := mongoReply(conn, id, reply); err != nil {
				return
			}
		}
	})
}

// mongoCommand reads an OP_MSG and returns its id and the name of its command.
func mongoCommand(r io.Reader) (id uint32, name string, err error) {
	head := make([]byte, 21)
	if _, err := io.ReadFull(r, head); err != nil {
		return 0, "", err
	}
	body := make([]byte, int(binary.LittleEndian.Uint32(head))-len(head))
	if _, err := io.ReadFull(r, body); err != nil {
		return 0, "", err
	}
	document := bson.Raw(body[:binary.LittleEndian.Uint32(body)])
	elements, err := document.Elements()
	if err != nil || len(elements) == 0 {
		return 0, "", err
	}
	return binary.LittleEndian.Uint32(head[4:]), elements[0].Key(), nil
}

func mongoReply(w io.Writer, to uint32, reply bson.D) error {
	const opMsg = 2013
	document, err := bson.Marshal(reply)
	if err != nil {
		return err
	}
	b := binary.LittleEndian.AppendUint32(nil, uint32(21+len(document)))
	for _, n := range []uint32{1, to, opMsg, 0} {
		b = binary.LittleEndian.AppendUint32(b, n)
	}
	b = append(b, 0)
	_, err = w.Write(append(b, document...))
	return err
}
