package main_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// insideVariable names the test that runs in a new namespace.
const insideVariable = "TASKPACK_TEST_INSIDE"

// isInside returns true if the test runs in its own mount namespace. Otherwise it runs the test again in a new
// namespace and adopts the result.
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

// mount mounts a tmpfs at a new directory.
func mount(t *testing.T, flags uintptr, data string) string {
	t.Helper()
	folder := t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", flags, data); err != nil {
		t.Skip("nothing can be mounted here: ", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(folder, syscall.MNT_DETACH) })
	return folder
}

// newUserNamespace returns attributes for a process in a new user namespace and other new namespaces.
func newUserNamespace(t *testing.T, others uintptr) *syscall.SysProcAttr {
	t.Helper()
	return &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | others,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
}

// asSomebodyElse returns attributes for a process of another user, or nil if the test cannot change users.
func asSomebodyElse() *syscall.SysProcAttr {
	probe := exec.Command("true")
	probe.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 54321, Gid: 54321}}
	if probe.Run() != nil {
		return nil
	}
	return probe.SysProcAttr
}

// asFirst returns attributes for a process that is process 1 of its PID namespace, as in a container.
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
