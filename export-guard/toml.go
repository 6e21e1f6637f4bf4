package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"

	"github.com/BurntSushi/toml"
)

type table = map[string]any

// readTable parses a TOML file with the library and version of the lifecycle. A missing file is an empty table, as for the
// exporter. The file must not be a link, because the message of a parser can quote the file.
func readTable(path string) (table, error) {
	content, err := readRegular(path)
	if errors.Is(err, os.ErrNotExist) {
		return table{}, nil
	}
	if err != nil {
		return nil, err
	}
	result := table{}
	if _, err := toml.Decode(string(content), &result); err != nil {
		return nil, fmt.Errorf("%s is not valid TOML", path)
	}
	return result, nil
}

func readRegular(path string) ([]byte, error) {
	descriptor, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_CLOEXEC|syscall.O_NONBLOCK, 0)
	if err == syscall.ELOOP {
		return nil, fmt.Errorf("%s is a symbolic link", path)
	}
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	file := os.NewFile(uintptr(descriptor), path)
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", path)
	}
	return io.ReadAll(file)
}

// field returns the value of a key. The lifecycle's decoder ignores the case of keys. With two spellings, the order of a Go
// map decides which one it takes, so two spellings are an error.
func field(t table, name string) (any, error) {
	var found any
	count := 0
	for key, value := range t {
		if strings.EqualFold(key, name) {
			found = value
			count++
		}
	}
	if count > 1 {
		return nil, fmt.Errorf("the key %s occurs in several spellings", name)
	}
	return found, nil
}

func tableAt(t table, name string) (table, error) {
	value, err := field(t, name)
	if err != nil || value == nil {
		return table{}, err
	}
	if found, ok := value.(table); ok {
		return found, nil
	}
	return nil, fmt.Errorf("%s is not a table", name)
}

func tablesAt(t table, name string) ([]table, error) {
	value, err := field(t, name)
	if err != nil || value == nil {
		return nil, err
	}
	if found, ok := value.([]table); ok {
		return found, nil
	}
	var tables []table
	list, ok := value.([]any)
	if !ok {
		return nil, fmt.Errorf("%s is not a list of tables", name)
	}
	for _, one := range list {
		found, ok := one.(table)
		if !ok {
			return nil, fmt.Errorf("%s is not a list of tables", name)
		}
		tables = append(tables, found)
	}
	return tables, nil
}

func textAt(t table, name string) (string, error) {
	value, err := field(t, name)
	if err != nil || value == nil {
		return "", err
	}
	if text, ok := value.(string); ok {
		return text, nil
	}
	return "", fmt.Errorf("%s is not a string", name)
}
