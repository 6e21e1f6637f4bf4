package main

import (
	"strconv"
	"syscall"
)

// At the end of every step, Tekton's entrypoint adds its own data to the termination message. Tekton takes every result in the
// message for a result of the TaskRun, also one that no step declares (tektoncd/pipeline, pkg/pod/status.go, filterResults). So the
// message must contain nothing that a command, or a layer that the command extracted, has written.

// ownMessage is the termination message of --own_message, or no message. The waiter opens the file before the command starts, so
// the command cannot lead the waiter to another file.
type ownMessage struct {
	path       string
	descriptor int
	isHeld     bool
}

func openMessage(o options) (ownMessage, *failure) {
	if !o.ownMessage {
		return ownMessage{}, nil
	}
	path := o.terminationPath
	if path == "" {
		path = defaultTerminationPath
	}
	const flags = syscall.O_WRONLY | syscall.O_NOFOLLOW | syscall.O_NONBLOCK | syscall.O_CLOEXEC
	descriptor, err := syscall.Open(path, flags, 0)
	if err != nil {
		return ownMessage{}, failed("cannot open the termination message " + path + ": " + err.Error())
	}
	return ownMessage{path, descriptor, true}, nil
}

// empty removes what the command has written.
func (m ownMessage) empty() *failure {
	if !m.isHeld {
		return nil
	}
	if err := again(func() error { return syscall.Ftruncate(m.descriptor, 0) }); err != nil {
		return failed("cannot empty the termination message " + m.path + ": " + err.Error())
	}
	return nil
}

// messageLimit is the size of a termination message that Tekton's entrypoint can write.
const messageLimit = 4096

// fill writes a termination message to which Tekton's entrypoint can add nothing: the message has its form and the size of its
// limit. A buildpack that still runs can put the link of --remove back at any time, so to remove the link is not enough here.
// The message has the exit code, because the entrypoint itself exits with another code if it cannot write its message.
func (m ownMessage) fill(problem *failure) {
	begin := `[{"key":"ExitCode","value":"` + strconv.Itoa(problem.code) + `","type":3},{"key":"Padding","value":"`
	const end = `","type":3}]`
	if m.empty() == nil {
		_ = writeAll(m.descriptor, []byte(begin+incompressible(messageLimit-len(begin)-len(end))+end))
	}
}

// incompressible returns random letters. Tekton can compress the message.
func incompressible(size int) string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	content := make([]byte, size)
	if descriptor, err := syscall.Open("/dev/urandom", syscall.O_RDONLY|syscall.O_CLOEXEC, 0); err == nil {
		_, _ = syscall.Read(descriptor, content)
		_ = syscall.Close(descriptor)
	}
	for i := range content {
		content[i] = letters[content[i]%64]
	}
	return string(content)
}
