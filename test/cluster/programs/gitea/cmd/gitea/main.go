// Command gitea is Gitea with a SQLite driver that needs no C compiler.
package main

import (
	"database/sql"
	"database/sql/driver"
	"fmt"
	"os"
	"strings"

	"code.gitea.io/gitea/cmd"
	"code.gitea.io/gitea/modules/setting"
	"modernc.org/sqlite"
)

// fileDriver opens the file of a data source name of Gitea, whose options are those of another driver.
type fileDriver struct{ driver.Driver }

func (d fileDriver) Open(name string) (driver.Conn, error) {
	file, _, _ := strings.Cut(name, "?")
	return d.Driver.Open(file + "?_txlock=immediate&_pragma=busy_timeout(30000)&_pragma=journal_mode(WAL)")
}

func main() {
	sql.Register("sqlite3", fileDriver{&sqlite.Driver{}})
	setting.EnableSQLite3 = true
	setting.SupportedDatabaseTypes = append(setting.SupportedDatabaseTypes, "sqlite3")
	if err := cmd.RunMainApp(cmd.NewMainApp(cmd.AppVersion{Version: "test"}), os.Args...); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
