package proof

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/internal/catalog/builtin"
)

// entry is one entry of a library, with the name that messages have for it.
type entry struct {
	name string
	fact *catalog.Fact
}

// entries returns what can be counted of a library, in the order of [nodes].
func entries(l *catalog.Library) []entry {
	var all []entry
	add := func(kind string, symbols []catalog.Symbol, f *catalog.Fact) {
		all = append(all, entry{kind + " " + symbols[0].String(), f})
	}
	for i := range l.Retriers {
		add("retrier", l.Retriers[i].Symbols, &l.Retriers[i].Fact)
	}
	for i := range l.Clients {
		cl := &l.Clients[i]
		all = append(all, entry{"client " + cl.Name, &cl.Fact})
		for i := range cl.Sometimes {
			all = append(all, entry{"client " + cl.Name + " when " + cl.Sometimes[i].When, &cl.Sometimes[i].Fact})
		}
		for i := range cl.Calls {
			add("call", cl.Calls[i].Symbols, &cl.Calls[i].Fact)
		}
		for i := range cl.Constructors {
			add("constructor", cl.Constructors[i].Symbols, &cl.Constructors[i].Fact)
		}
	}
	for i := range l.Settings {
		add("setting", l.Settings[i].Symbols, &l.Settings[i].Fact)
	}
	for i := range l.Backoffs {
		add("backoff", l.Backoffs[i].Symbols, &l.Backoffs[i].Fact)
	}
	for i := range l.Policies {
		add("policy", l.Policies[i].Symbols, &l.Policies[i].Fact)
	}
	for i := range l.Marks {
		add("mark", l.Marks[i].Symbols, &l.Marks[i].Fact)
	}
	for i := range l.Guards {
		add("guard", l.Guards[i].Symbols, &l.Guards[i].Fact)
	}
	return all
}

// marks holds the marks of the catalogue against what is proven, or writes them.
func marks(t *testing.T, proven map[*catalog.Fact]bool) {
	for _, l := range builtin.Catalog().Libraries() {
		all := entries(l)
		if *update {
			mark(t, l, all, proven)
			continue
		}
		for _, e := range all {
			assert.Equal(t, proven[e.fact], e.fact.Proof == catalog.CountedByTest,
				"%s: whether %s is counted; the file says %q", l.Name, e.name, e.fact.Proof)
		}
	}
}

// mark writes the marks of a library to its file.
func mark(t *testing.T, l *catalog.Library, all []entry, proven map[*catalog.Fact]bool) {
	file := filepath.Join("..", "catalog", l.Name+".yaml")
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	var document yaml.Node
	require.NoError(t, yaml.Unmarshal(data, &document))
	written := nodes(document.Content[0])
	require.Len(t, written, len(all), "%s is not what the generated catalogue was made of", file)
	lines := strings.SplitAfter(string(data), "\n")
	for i, e := range slices.Backward(all) {
		switch counted := e.fact.Proof == catalog.CountedByTest; {
		case proven[e.fact] && !counted:
			setProof(lines, written[i], string(catalog.CountedByTest))
		case !proven[e.fact] && counted:
			setProof(lines, written[i], string(catalog.Measured))
		}
	}
	require.NoError(t, os.WriteFile(file, []byte(strings.Join(lines, "")), 0o644))
}

// nodes returns the entries as they stand in a file, in the order of [entries].
func nodes(root *yaml.Node) []*yaml.Node {
	var all []*yaml.Node
	for _, list := range []string{"retriers", "clients", "settings", "backoffs", "policies", "marks", "guards"} {
		for _, n := range listed(root, list) {
			all = append(all, n)
			if list != "clients" {
				continue
			}
			for _, inner := range []string{"sometimes", "calls", "made-by"} {
				all = append(all, listed(n, inner)...)
			}
		}
	}
	return all
}

func listed(mapping *yaml.Node, key string) []*yaml.Node {
	if _, list := find(mapping, key); list != nil {
		return list.Content
	}
	return nil
}

// find returns a key of a mapping and its value.
func find(mapping *yaml.Node, name string) (key, value *yaml.Node) {
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if mapping.Content[i].Value == name {
			return mapping.Content[i], mapping.Content[i+1]
		}
	}
	return nil, nil
}

// setProof writes the proof of an entry into the lines of its file. Entries are
// written from the last to the first, so that lines above stay where they are.
func setProof(lines []string, entry *yaml.Node, proof string) {
	insert := func(line, column int, text string) {
		lines[line] = lines[line][:column] + text + lines[line][column:]
	}
	line, column := entry.Line-1, entry.Column-1
	if _, value := find(entry, "proof"); value != nil {
		line, column := value.Line-1, value.Column-1
		lines[line] = lines[line][:column] + proof + lines[line][column+len(value.Value):]
		return
	}
	switch {
	case entry.Kind == yaml.ScalarNode:
		end := column + len(entry.Value)
		lines[line] = lines[line][:column] + "{symbol: " + entry.Value + ", proof: " + proof + "}" + lines[line][end:]
	case entry.Style&yaml.FlowStyle != 0:
		insert(line, column+1, "proof: "+proof+", ")
	default:
		// Before the source, which comes last, or after the first key.
		indent := strings.Repeat(" ", column)
		if key, _ := find(entry, "source"); key != nil && key.Column == entry.Column && key.Line > entry.Line {
			insert(key.Line-1, 0, indent+"proof: "+proof+"\n")
			return
		}
		last := entry.Content[1]
		for len(last.Content) > 0 {
			last = last.Content[len(last.Content)-1]
		}
		insert(last.Line-1, len(lines[last.Line-1]), indent+"proof: "+proof+"\n")
	}
}
