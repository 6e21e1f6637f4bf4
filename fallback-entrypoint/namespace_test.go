package main_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// insideVariable names the test that runs in a namespace made for it.
const insideVariable = "TASKPACK_TEST_INSIDE"

// isInside says whether the test runs with mounts of its own. If it does not, it is run again with such, and its outcome
// is the test's.
func isInside(t *testing.T) bool {
	t.Helper()
	if os.Getenv(insideVariable) == t.Name() {
		if err := syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
			t.Skip("mounts cannot be made here: ", err)
		}
		return true
	}
	command := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	command.Env = append(os.Environ(), insideVariable+"="+t.Name(), programVariable+"="+program(t))
	command.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
	if os.Getuid() != 0 {
		command.SysProcAttr = newUserNamespace(t, syscall.CLONE_NEWNS)
	}
	output, err := command.CombinedOutput()
	var exit *exec.ExitError
	switch {
	case err != nil && !errors.As(err, &exit):
		t.Skip("no namespace of mounts can be made here: ", err)
	case err != nil:
		t.Fatalf("%s", output)
	case bytes.Contains(output, []byte("--- SKIP")):
		t.Skipf("%s", output)
	}
	return false
}

// mount makes a file system of memory at a new directory.
func mount(t *testing.T, flags uintptr, data string) string {
	t.Helper()
	folder := t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", flags, data); err != nil {
		t.Skip("nothing can be mounted here: ", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(folder, syscall.MNT_DETACH) })
	return folder
}

// newUserNamespace is for a process in a user namespace of its own, and other new ones.
func newUserNamespace(t *testing.T, others uintptr) *syscall.SysProcAttr {
	t.Helper()
	return &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | others,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
}

// asSomebodyElse is for a process of another user; nil, if only this one can be had.
func asSomebodyElse() *syscall.SysProcAttr {
	probe := exec.Command("true")
	probe.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 54321, Gid: 54321}}
	if probe.Run() != nil {
		return nil
	}
	return probe.SysProcAttr
}

// asFirst is for a process that is the first of its namespace, as that of a container is.
func asFirst(t *testing.T) *syscall.SysProcAttr {
	t.Helper()
	attributes := &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWPID | syscall.CLONE_NEWNS}
	if os.Getuid() != 0 {
		attributes = newUserNamespace(t, attributes.Cloneflags)
	}
	probe := exec.Command("true")
	probe.SysProcAttr = attributes
	if err := probe.Run(); err != nil {
		t.Skip("no namespace of processes can be made here: ", err)
	}
	return attributes
}
