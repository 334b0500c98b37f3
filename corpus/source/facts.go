package source

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/objectpath"
)

// A gobFact is a fact as it goes from package to package.
type gobFact struct {
	PkgPath string
	Object  objectpath.Path // empty for a fact of the package
	Fact    analysis.Fact
}

// A factSet is the facts that one pass may see: those of its own package and what
// its direct imports hand on, as under go vet.
type factSet struct {
	pkg *types.Package

	mu    sync.Mutex
	facts map[factKey]analysis.Fact
}

type factKey struct {
	pkg *types.Package
	obj types.Object // nil for a fact of the package
	typ reflect.Type
}

// newFactSet gathers what the direct imports of a package hand on.
func newFactSet(pkg *types.Package, imports map[string]*unit) *factSet {
	s := &factSet{pkg: pkg, facts: make(map[factKey]analysis.Fact)}
	below := sync.OnceValue(func() map[string]*types.Package { return reachable(pkg) })
	for _, u := range imports {
		for _, f := range u.facts {
			key := factKey{pkg: u.types, typ: reflect.TypeOf(f.Fact)}
			if f.Object != "" {
				key.pkg = below()[f.PkgPath]
				if key.pkg == nil {
					continue
				}
				obj, err := objectpath.Object(key.pkg, f.Object)
				if err != nil {
					continue // of an object that cannot be seen from outside
				}
				key.obj = obj
			}
			s.facts[key] = f.Fact
		}
	}
	return s
}

// reachable returns all packages that a package imports, directly or not.
func reachable(pkg *types.Package) map[string]*types.Package {
	all := make(map[string]*types.Package)
	var visit func(*types.Package)
	visit = func(pkg *types.Package) {
		for _, imported := range pkg.Imports() {
			if all[imported.Path()] == nil {
				all[imported.Path()] = imported
				visit(imported)
			}
		}
	}
	visit(pkg)
	return all
}

func (s *factSet) get(key factKey, into analysis.Fact) bool {
	key.typ = reflect.TypeOf(into)
	s.mu.Lock()
	defer s.mu.Unlock()
	fact, ok := s.facts[key]
	if ok {
		reflect.ValueOf(into).Elem().Set(reflect.ValueOf(fact).Elem())
	}
	return ok
}

func (s *factSet) put(obj types.Object, fact analysis.Fact) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.facts[factKey{s.pkg, obj, reflect.TypeOf(fact)}] = fact
}

// into gives a pass access to the facts.
func (s *factSet) into(pass *analysis.Pass) {
	mayUse := make(map[reflect.Type]bool)
	for _, fact := range pass.Analyzer.FactTypes {
		mayUse[reflect.TypeOf(fact)] = true
	}
	pass.ImportObjectFact = func(obj types.Object, fact analysis.Fact) bool {
		return s.get(factKey{pkg: obj.Pkg(), obj: obj}, fact)
	}
	pass.ImportPackageFact = func(pkg *types.Package, fact analysis.Fact) bool {
		return s.get(factKey{pkg: pkg}, fact)
	}
	pass.ExportObjectFact = func(obj types.Object, fact analysis.Fact) {
		if obj.Pkg() != s.pkg {
			panic(fmt.Sprintf("a fact on %s, which belongs to another package", obj))
		}
		s.put(obj, fact)
	}
	pass.ExportPackageFact = func(fact analysis.Fact) { s.put(nil, fact) }
	pass.AllObjectFacts = func() (all []analysis.ObjectFact) {
		for key, fact := range s.sorted(mayUse) {
			if key.obj != nil {
				all = append(all, analysis.ObjectFact{Object: key.obj, Fact: fact})
			}
		}
		return all
	}
	pass.AllPackageFacts = func() (all []analysis.PackageFact) {
		for key, fact := range s.sorted(mayUse) {
			if key.obj == nil {
				all = append(all, analysis.PackageFact{Package: key.pkg, Fact: fact})
			}
		}
		return all
	}
}

// sorted goes through the facts of some types, in an order that is always the same.
func (s *factSet) sorted(types map[reflect.Type]bool) func(yield func(factKey, analysis.Fact) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var keys []factKey
	facts := make(map[factKey]analysis.Fact)
	for key, fact := range s.facts {
		if types[key.typ] {
			keys = append(keys, key)
			facts[key] = fact
		}
	}
	slices.SortFunc(keys, func(a, b factKey) int {
		order := cmp.Or(strings.Compare(a.pkg.Path(), b.pkg.Path()), strings.Compare(a.typ.String(), b.typ.String()))
		if order == 0 && a.obj != nil && b.obj != nil {
			order = cmp.Compare(a.obj.Pos(), b.obj.Pos())
		}
		return order
	})
	return func(yield func(factKey, analysis.Fact) bool) {
		for _, key := range keys {
			if !yield(key, facts[key]) {
				return
			}
		}
	}
}

// handedOn returns what importers of the package see: its own facts, and of those
// of others what its API may lead to, types, fields and methods.
func (s *factSet) handedOn() []gobFact {
	var encoder objectpath.Encoder
	var all []gobFact
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, fact := range s.facts {
		if key.pkg != s.pkg && !travels(key.obj) {
			continue
		}
		f := gobFact{PkgPath: key.pkg.Path(), Fact: fact}
		if key.obj != nil {
			path, err := encoder.For(key.obj)
			if err != nil {
				continue // it cannot be seen from outside
			}
			f.Object = path
		}
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b gobFact) int {
		return cmp.Or(strings.Compare(a.PkgPath, b.PkgPath), cmp.Compare(a.Object, b.Object),
			strings.Compare(reflect.TypeOf(a.Fact).String(), reflect.TypeOf(b.Fact).String()))
	})
	return all
}

// travels reports whether a fact of another package's object is handed on.
func travels(obj types.Object) bool {
	if obj == nil {
		return false
	}
	_, isType := obj.(*types.TypeName)
	return isType || obj.Parent() != obj.Pkg().Scope()
}

func encodeFacts(facts []gobFact) ([]byte, error) {
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(facts); err != nil {
		return nil, fmt.Errorf("encoding facts: %w", err)
	}
	return buf.Bytes(), nil
}

func decodeFacts(data []byte) ([]gobFact, error) {
	var facts []gobFact
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&facts); err != nil {
		return nil, fmt.Errorf("decoding facts: %w", err)
	}
	return facts, nil
}
