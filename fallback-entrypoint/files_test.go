package main_test

import (
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
)

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func writeScript(t *testing.T, path, text string) {
	t.Helper()
	writeFile(t, path, text)
	must(t, os.Chmod(path, 0o755))
}

// appear creates a file atomically, as the waiter creates a mark.
func appear(t *testing.T, path, text string) {
	t.Helper()
	writeFile(t, path+".new", text)
	must(t, os.Rename(path+".new", path))
}

func makeFolder(t *testing.T, path string) string {
	t.Helper()
	must(t, os.Mkdir(path, 0o755))
	return path
}

// openFolder creates a temporary folder that other users can access.
func openFolder(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for inside := folder; inside != os.TempDir() && inside != "/"; inside = filepath.Dir(inside) {
		if os.Chmod(inside, 0o755) != nil {
			break
		}
	}
	must(t, os.Chmod(folder, 0o777))
	return folder
}

func namesIn(t *testing.T, folder string) string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	must(t, err)
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	sort.Strings(names)
	return strings.Join(names, " ")
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
