package main

import "syscall"

// tokenSize is the length of a token. A token of this length cannot be guessed.
const tokenSize = 64

// heldToken is the token of --token while the command runs, or no token. The command can forge the mark of its phase, and in a
// Tekton step the file with which Tekton's entrypoint ends the step. It cannot forge the token: until the waiter puts the token
// back, only the waiter's memory and a volume that the command does not have hold the token.
type heldToken struct {
	path       string
	descriptor int
	content    []byte
}

// takeToken reads the token and overwrites it with zeros. The file keeps its size and stays open. So a command that fills
// the disk cannot prevent the return, and a command that replaces the file only makes the next step refuse to run.
func takeToken(path string) (heldToken, *failure) {
	if path == "" {
		return heldToken{}, nil
	}
	descriptor, content, err := openToken(path, syscall.O_RDWR)
	if err != nil {
		return heldToken{}, failed("cannot take the token " + path + ": " + err.Error())
	}
	if !isToken(content) {
		return heldToken{}, failed("cannot take the token " + path + ": the file contains no token, so this phase has started before")
	}
	if err = overwrite(descriptor, make([]byte, tokenSize)); err != nil {
		return heldToken{}, failed("cannot take the token " + path + ": " + err.Error())
	}
	return heldToken{path, descriptor, content}, nil
}

// giveBack writes the token to its file again.
func (t heldToken) giveBack() *failure {
	if t.path == "" {
		return nil
	}
	if err := overwrite(t.descriptor, t.content); err != nil {
		return failed("cannot give the token " + t.path + " back: " + err.Error())
	}
	return nil
}

// refuseUnreturned fails unless a file has the same token as its copy. Then the command of an earlier step succeeded, and all
// its processes have ended.
func refuseUnreturned(file, copied string) *failure {
	if file == "" {
		return nil
	}
	descriptor, expected, err := openToken(copied, syscall.O_RDONLY)
	if err != nil {
		return failed("cannot read the token " + copied + ": " + err.Error())
	}
	_ = syscall.Close(descriptor)
	if !isToken(expected) {
		return failed(copied + " contains no token")
	}
	descriptor, content, err := openToken(file, syscall.O_RDONLY)
	if err == nil {
		_ = syscall.Close(descriptor)
	}
	if err == nil && string(content) == string(expected) {
		return nil
	}
	return &failure{code: codeTooEarly, reason: reasonError, fillsMessage: true, sentence: "an earlier phase has not ended, or has failed: " +
		"one of its processes, or a layer that it extracted, has forged the end of the phase (" + file + " has no valid token)"}
}

// openToken opens a file and returns the start of its content. Buildpacks can replace the file, so this function follows no
// link, which could lead to the copy, and waits for no pipe.
func openToken(path string, access int) (descriptor int, content []byte, err error) {
	const flags = syscall.O_NOFOLLOW | syscall.O_NONBLOCK | syscall.O_CLOEXEC
	err = again(func() error {
		descriptor, err = syscall.Open(path, access|flags, 0)
		return err
	})
	if err != nil {
		return 0, nil, err
	}
	content = make([]byte, tokenSize)
	n := 0
	err = again(func() error {
		n, err = syscall.Pread(descriptor, content, 0)
		return err
	})
	if err != nil {
		_ = syscall.Close(descriptor)
		return 0, nil, err
	}
	return descriptor, content[:n], nil
}

// isToken returns false for the zeros of a token that was taken.
func isToken(content []byte) bool {
	if len(content) != tokenSize {
		return false
	}
	for _, one := range content {
		if one == 0 {
			return false
		}
	}
	return true
}

func overwrite(descriptor int, content []byte) error {
	return again(func() error {
		n, err := syscall.Pwrite(descriptor, content, 0)
		if err == nil && n < len(content) {
			err = syscall.ENOSPC
		}
		return err
	})
}
