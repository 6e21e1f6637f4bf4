package main

import "syscall"

// start runs the command in a process group of its own and returns its process id. The command inherits the streams, the
// directory and the environment.
func start(o options) (int, *failure) {
	if _, err := syscall.Getwd(); err != nil {
		return 0, failed("the working directory is gone: " + err.Error())
	}
	path, problem := find(o.entrypoint)
	if problem != nil {
		return 0, problem
	}
	startProcess := func() (int, error) {
		return syscall.ForkExec(path, append([]string{o.entrypoint}, o.args...), &syscall.ProcAttr{
			Env:   syscall.Environ(),
			Files: []uintptr{0, 1, 2},
			Sys:   &syscall.SysProcAttr{Setpgid: true},
		})
	}
	if o.dropKill {
		return startWithoutKill(path, startProcess)
	}
	pid, err := startProcess()
	if err != nil {
		return 0, cannotExecute(path, err)
	}
	return pid, nil
}

// find looks up a name without a slash in PATH, as execvp(3) does.
func find(name string) (string, *failure) {
	if folder, _ := split(name); folder != "" {
		return name, nil
	}
	path, isSet := syscall.Getenv("PATH")
	if !isSet {
		path = "/bin:/usr/bin"
	}
	forbidden := ""
	for _, folder := range list(path, ':') {
		if folder == "" {
			folder = "."
		}
		candidate := folder + "/" + name
		var stat syscall.Stat_t
		if err := syscall.Stat(candidate, &stat); err != nil || stat.Mode&syscall.S_IFMT != syscall.S_IFREG {
			continue
		}
		if isExecutable(candidate) {
			return candidate, nil
		}
		forbidden = candidate
	}
	if forbidden != "" {
		return "", cannotExecute(forbidden, syscall.EACCES)
	}
	return "", &failure{code: codeNotFound, reason: reasonError, sentence: name + " was not found in PATH (" + path + ")"}
}

func cannotExecute(path string, err error) *failure {
	if !isMissing(err) {
		return &failure{code: codeNotExecutable, reason: reasonError, sentence: path + " cannot be executed: " + err.Error()}
	}
	if _, err = sizeOf(path); err == nil {
		return &failure{code: codeNotFound, reason: reasonError, sentence: path + " cannot be executed: its interpreter or loader was not found"}
	}
	return &failure{code: codeNotFound, reason: reasonError, sentence: path + " was not found"}
}

// list splits a text at a separator.
func list(text string, separator byte) []string {
	var parts []string
	begin := 0
	for i := 0; i < len(text); i++ {
		if text[i] == separator {
			parts = append(parts, text[begin:i])
			begin = i + 1
		}
	}
	return append(parts, text[begin:])
}
