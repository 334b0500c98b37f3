package reach

import (
	"encoding/binary"
	"errors"
)

// Names are the names of functions, in order. Encoded, each is what it does not share
// with the one before: generated clients have thousands that begin alike.
type Names []string

// MarshalBinary encodes the names; there is no error.
func (n Names) MarshalBinary() ([]byte, error) {
	var data []byte
	last := ""
	for _, name := range n {
		shared := 0
		for shared < min(len(last), len(name)) && last[shared] == name[shared] {
			shared++
		}
		data = binary.AppendUvarint(data, uint64(shared))
		data = binary.AppendUvarint(data, uint64(len(name)-shared))
		data = append(data, name[shared:]...)
		last = name
	}
	return data, nil
}

var errNames = errors.New("decode names: something was cut off")

// UnmarshalBinary decodes what MarshalBinary returns. The error says that it was
// something else.
func (n *Names) UnmarshalBinary(data []byte) error {
	*n = nil
	last := ""
	for len(data) > 0 {
		shared, rest, ok := length(data, len(last))
		if !ok {
			return errNames
		}
		own, rest, ok := length(rest, len(rest))
		if !ok || len(rest) < own {
			return errNames
		}
		name := last[:shared] + string(rest[:own])
		*n = append(*n, name)
		last, data = name, rest[own:]
	}
	return nil
}

// length decodes a number that is at most limit, and returns what follows it.
func length(data []byte, limit int) (n int, rest []byte, ok bool) {
	v, size := binary.Uvarint(data)
	if size <= 0 || v > uint64(limit) {
		return 0, nil, false
	}
	return int(v), data[size:], true
}
