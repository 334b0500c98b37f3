package proof

import (
	vault "github.com/hashicorp/vault/api"

	"github.com/retrylint/retrylint/proof/attempts"
)

const pathVault = "github.com/hashicorp/vault/api"

var vaultAPI = library{
	name: "vault",
	subjects: []subject{
		vaultCall("ReadWithContext", func(c *attempts.Call, l *vault.Logical) error {
			_, err := l.ReadWithContext(c.Context, "secret/x")
			return err
		}),
		vaultCall("WriteWithContext", func(c *attempts.Call, l *vault.Logical) error {
			_, err := l.WriteWithContext(c.Context, "secret/x", map[string]any{"a": 1})
			return err
		}),
	},
}

func vaultCall(name string, do func(*attempts.Call, *vault.Logical) error) subject {
	return subject{
		symbol: pathVault + ".Logical." + name,
		uses:   []string{pathVault + ".NewClient"},
		options: []options{
			{pathVault + ".Config.MaxRetries", []int{-1, 0, 1, 5}},
			{pathVault + ".Client.SetMaxRetries", []int{-1, 0, 1, 5}},
		},
		call: func(c *attempts.Call) error {
			cfg := vault.DefaultConfig()
			cfg.Address = c.URL()
			cfg.HttpClient = c.Client()
			if n, ok := c.Set(pathVault + ".Config.MaxRetries"); ok {
				cfg.MaxRetries = n
			}
			client, err := vault.NewClient(cfg)
			if err != nil {
				return err
			}
			if n, ok := c.Set(pathVault + ".Client.SetMaxRetries"); ok {
				client.SetMaxRetries(n)
			}
			return do(c, client.Logical())
		},
	}
}
