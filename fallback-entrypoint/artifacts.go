package main

import (
	"strconv"
	"syscall"
)

// At the end of every step, Tekton's entrypoint adds the content of /tekton/artifacts/provenance.json to the step's
// termination message, which the statuses of the Pod and the TaskRun show (tektoncd/pipeline, pkg/entrypoint,
// appendArtifactOutputs). All steps share this directory, and the entrypoint follows links. So a link that a buildpack leaves
// there would show a file of a later step, such as the login. The lifecycle extracts layers of the previous image and of the
// cache, which can contain the same link, and a link in place of the step's own artifacts/provenance.json.

// removeLeft removes what the command has left at the paths of --remove. A directory stays: it cannot show a file. It tries all
// paths, and returns the first problem.
func removeLeft(paths []string) *failure {
	var problem *failure
	for _, path := range paths {
		err := again(func() error { return syscall.Unlink(path) })
		if err != nil && err != syscall.ENOENT && err != syscall.EISDIR && problem == nil {
			problem = failed("cannot remove " + path + ": " + err.Error())
		}
	}
	return problem
}

// messageLimit is the size of a termination message that Tekton's entrypoint can write.
const messageLimit = 4096

// fillMessage writes a termination message to which Tekton's entrypoint can add nothing: the message has its form and the
// size of its limit. A buildpack that still runs can put the link back at any time, so to remove the link is not enough here.
// The message has the exit code, because the entrypoint itself exits with another code if it cannot write its message.
func fillMessage(path string, problem *failure) {
	if path == "" {
		path = defaultTerminationPath
	}
	begin := `[{"key":"ExitCode","value":"` + strconv.Itoa(problem.code) + `","type":3},{"key":"Padding","value":"`
	const end = `","type":3}]`
	descriptor, err := syscall.Open(path, syscall.O_WRONLY|syscall.O_TRUNC|syscall.O_CLOEXEC, 0)
	if err != nil {
		return
	}
	_ = writeAll(descriptor, []byte(begin+incompressible(messageLimit-len(begin)-len(end))+end))
	_ = syscall.Close(descriptor)
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
