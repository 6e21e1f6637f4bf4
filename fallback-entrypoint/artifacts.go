package main

import "syscall"

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
