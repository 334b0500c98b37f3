package statustest_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/ruletest"
	"github.com/retrylint/retrylint/internal/statustest"
)

// claimsEnv makes the test executable write what the tool says of the programs in a
// directory, and do nothing else.
const claimsEnv = "RETRYLINT_TEST_CLAIMS"

// evaluatorMistakes are changes of the evaluator, a file of the module with what stands in
// it and what is put there, that make it claim something wrong.
var evaluatorMistakes = []struct{ name, file, is, wrong string }{
	{"a comparison includes its bound", "internal/exec/answers.go", "case \"==\", \"<\":\n\t\treturn truth(compareOrdered(t.Name, x, y)), true", "case \"==\":\n\t\treturn truth(x == y), true\n\tcase \"<\":\n\t\treturn truth(x <= y), true"},
	{"a negation is dropped", "internal/exec/answers.go", "return 1 - v, known", "return v, known"},
	{"a division is a remainder", "internal/exec/arith.go", "if y != 0 {\n\t\t\treturn x / y, true", "if y != 0 {\n\t\t\treturn x % y, true"},
	{"sentinels are all the same", "internal/exec/arith.go", "if holdsNone(x) && holdsNone(y) {\n\t\t// Each was made in another place.\n\t\treturn true, false", "if holdsNone(x) && holdsNone(y) {\n\t\treturn true, true"},
	{"ways that stop are taken for ways back", "internal/model/answers.go", "d.Again = d.Again.Or(again.And(known))", "d.Again = d.Again.Or(again.And(known)).Or(leave)"},
}

// A mistake in the evaluator makes the comparison fail. There are few of them, because each
// is compiled and analyses the programs once; those in what is evaluated are many, see
// [TestClaimsAgainstStatuses].
func TestMistakesOfTheEvaluator(t *testing.T) {
	if dir := os.Getenv(claimsEnv); dir != "" {
		text, err := json.Marshal(claims(t, dir))
		require.NoError(t, err)
		ruletest.WriteFile(t, dir, "claims.json", string(text))
		return
	}
	programs := statustest.HTTP.Random(60, 1)
	dir := writeModule(t, programs)
	observed := askedAgain(t, dir)
	require.Empty(t, statustest.Compare(programs, claims(t, dir), observed).Wrong)
	root, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	for _, m := range evaluatorMistakes {
		t.Run(m.name, func(t *testing.T) {
			file := filepath.Join(root, filepath.FromSlash(m.file))
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			require.Equal(t, 1, strings.Count(string(text), m.is), "%s has changed", m.file)
			changed := t.TempDir()
			ruletest.WriteFile(t, changed, "changed.go", strings.Replace(string(text), m.is, m.wrong, 1))
			overlay, err := json.Marshal(map[string]map[string]string{"Replace": {file: filepath.Join(changed, "changed.go")}})
			require.NoError(t, err)
			ruletest.WriteFile(t, changed, "overlay.json", string(overlay))

			run := exec.CommandContext(t.Context(), "go", "test", "-count=1", "-vet=off", "-overlay", filepath.Join(changed, "overlay.json"), "-run", "^TestMistakesOfTheEvaluator$", ".")
			run.Env = append(os.Environ(), claimsEnv+"="+dir)
			out, err := run.CombinedOutput()
			require.NoError(t, err, string(out))
			text, err = os.ReadFile(filepath.Join(dir, "claims.json"))
			require.NoError(t, err)
			claims := make(map[string]statustest.Claim)
			require.NoError(t, json.Unmarshal(text, &claims))
			wrong := statustest.Compare(programs, claims, observed).Wrong
			t.Logf("%d programs disagree", len(wrong))
			assert.NotEmpty(t, wrong)
		})
	}
}
