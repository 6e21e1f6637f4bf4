// Command archive-writer writes an archive of a directory with Go's own packages.
//
// Usage: archive-writer FORMAT FILE DIRECTORY. FORMAT is ustar, pax, gnu or zip. The program fails if the format cannot hold a name.
package main

import (
	"archive/tar"
	"archive/zip"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

var formats = map[string]tar.Format{"ustar": tar.FormatUSTAR, "pax": tar.FormatPAX, "gnu": tar.FormatGNU}

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "archive-writer: FORMAT FILE DIRECTORY")
		os.Exit(2)
	}
	if err := write(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "archive-writer:", err)
		os.Exit(1)
	}
}

func write(format, name, directory string) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	defer file.Close()
	if format == "zip" {
		archive := zip.NewWriter(file)
		if err := walk(directory, func(e entry) error { return addToZip(archive, e) }); err != nil {
			return err
		}
		return archive.Close()
	}
	archive := tar.NewWriter(file)
	if err := walk(directory, func(e entry) error { return addToTar(archive, formats[format], e) }); err != nil {
		return err
	}
	return archive.Close()
}

type entry struct {
	name   string
	target string
	place  string
	info   fs.FileInfo
}

func walk(directory string, add func(entry) error) error {
	return filepath.Walk(directory, func(place string, info fs.FileInfo, err error) error {
		if err != nil || place == directory {
			return err
		}
		name, err := filepath.Rel(directory, place)
		if err != nil {
			return err
		}
		e := entry{name: name, place: place, info: info}
		if info.IsDir() {
			e.name += "/"
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			if e.target, err = os.Readlink(place); err != nil {
				return err
			}
		}
		return add(e)
	})
}

func addToTar(archive *tar.Writer, format tar.Format, e entry) error {
	header, err := tar.FileInfoHeader(e.info, e.target)
	if err != nil {
		return err
	}
	header.Name, header.Format = e.name, format
	if err := archive.WriteHeader(header); err != nil {
		return err
	}
	return copyContent(archive, e)
}

func addToZip(archive *zip.Writer, e entry) error {
	header, err := zip.FileInfoHeader(e.info)
	if err != nil {
		return err
	}
	header.Name, header.Method = e.name, zip.Deflate
	content, err := archive.CreateHeader(header)
	if err != nil {
		return err
	}
	if e.target != "" {
		_, err = io.WriteString(content, e.target)
		return err
	}
	return copyContent(content, e)
}

func copyContent(to io.Writer, e entry) error {
	if !e.info.Mode().IsRegular() {
		return nil
	}
	file, err := os.Open(e.place)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = io.Copy(to, file)
	return err
}
