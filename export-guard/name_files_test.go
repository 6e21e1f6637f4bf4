package main_test

import "testing"

func TestExportIsRefusedIfAnExtensionHasRedirectedTheRegistry(t *testing.T) {
	t.Parallel()
	w := someWorld(t)
	w.write("hosts.copy", "10.0.0.1 registry.example\n")
	w.write("hosts", "10.0.0.1 registry.example\n")
	flags := []string{"-run-image=registry.example/run:base", "-unchanged=" + w.path("hosts.copy") + "," + w.path("hosts")}
	w.expectRun(w.export(flags...))
	w.write("hosts", "10.0.0.2 registry.example\n")
	w.expectRefused(w.export(flags...), "FOLDER/hosts has changed since prepare. An image extension that runs as root can have redirected the registry")
	w.write("message", "")
	w.link("hosts", "hosts.copy")
	w.expectRefused(w.export(flags...), "FOLDER/hosts is a symbolic link")
}
