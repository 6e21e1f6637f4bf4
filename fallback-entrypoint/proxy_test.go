package main_test

import (
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// proxy is not ready for its first two requests, and records all requests.
type proxy struct {
	url      string
	listener net.Listener
	mutex    sync.Mutex
	asked    []string
	// isReady tells for each GET if the proxy is ready. It gets the number of earlier requests.
	isReady func(before int) bool
	// ends is true for a proxy that ends without an answer.
	ends bool
}

func startProxy(t *testing.T, address string) *proxy {
	t.Helper()
	listener, err := net.Listen("tcp", address)
	if err != nil {
		t.Skip(err)
	}
	p := &proxy{listener: listener, isReady: func(before int) bool { return before >= 2 }}
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	p.url = "http://localhost:" + port
	server := &http.Server{Handler: p}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	return p
}

func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	before := len(p.asked)
	p.asked = append(p.asked, r.Method+" "+r.URL.Path+" "+r.Proto)
	if p.ends {
		_ = p.listener.Close()
		panic(http.ErrAbortHandler)
	}
	if r.Method == http.MethodGet && !p.isReady(before) {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

func (p *proxy) requests() string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return strings.Join(p.asked, "\n")
}

func TestCommandStartsWhenTheProxyIsReady(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"127.0.0.1:0", "[::1]:0"} {
		p := startProxy(t, address)
		waiter(t, "run", "--ready_url="+p.url+"/healthz/ready", "--wait_timeout=30s", "--", "true").expectCode(t, 0)
		expectText(t, p.requests(), strings.TrimSpace(strings.Repeat("GET /healthz/ready HTTP/1.1\n", 3)))
	}
}

func TestProxyIsAskedOnlyIfItWasInjected(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	writeFile(t, folder+"/empty", "")
	writeFile(t, folder+"/injected", "{}")
	for file, expected := range map[string]string{
		"injected": "GET /ready HTTP/1.1\nPOST /stop HTTP/1.1",
		"empty":    "",
		"missing":  "",
	} {
		p := startProxy(t, "127.0.0.1:0")
		p.isReady = func(int) bool { return true }
		condition := folder + "/" + file + ","
		waiter(t, "run", "--ready_url="+condition+p.url+"/ready", "--stop_url="+condition+p.url+"/stop", "--", "true").expectCode(t, 0)
		expectText(t, p.requests(), expected)
	}
}

func TestProxyThatDoesNotBecomeReady(t *testing.T) {
	t.Parallel()
	ready := startProxy(t, "127.0.0.1:0")
	ready.isReady = func(int) bool { return false }
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer func() { _ = silent.Close() }()
	for url, sentence := range map[string]string{
		ready.url + "/ready":               ready.url + "/ready: status 503",
		"http://localhost:1":               "http://localhost:1: connection refused",
		"http://" + silent.Addr().String(): "http://" + silent.Addr().String() + ": no answer within 1s",
	} {
		folder := t.TempDir()
		e := waiter(t, "run", "--ready_url="+url, "--wait_timeout=100ms", "--post_file="+folder+"/mark",
			"--termination_path="+folder+"/message", "--", "touch", folder+"/ran")
		e.expectFailure(t, 122, "the proxy did not become ready within 100ms (--wait_timeout): "+sentence, folder+"/message")
		expectFailureMark(t, folder+"/mark", "TimeoutExceeded", 122)
		if exists(folder + "/ran") {
			t.Error("the command ran")
		}
	}
}

func TestSignalEndsTheWaitForAProxy(t *testing.T) {
	t.Parallel()
	p := startProxy(t, "127.0.0.1:0")
	p.isReady = func(int) bool { return false }
	w := waiting(t, "run", "--ready_url="+p.url, "--", "true")
	w.await("a request", func() bool { return p.requests() != "" })
	w.send(syscall.SIGTERM)
	expectExit(t, w.end(), 128+15)
}

func TestProxyIsStoppedWhateverTheEndOfTheCommand(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	writeFile(t, folder+"/failed.err", "")
	for _, tt := range []struct {
		name  string
		words []string
		code  int
	}{
		{"success", []string{"--", "true"}, 0},
		{"failure", []string{"--", "false"}, 1},
		{"no command", []string{"--", folder + "/missing"}, 127},
		{"a predecessor that failed", []string{"--wait_file=" + folder + "/failed", "--", "true"}, 121},
		{"a wait that took too long", []string{"--wait_file=" + folder + "/x", "--wait_timeout=1ms", "--", "true"}, 122},
		{"a proxy that did not become ready", []string{"--ready_url=http://localhost:1", "--wait_timeout=1ms", "--", "true"}, 122},
		{"invalid flags", []string{"--x", "--", "true"}, 125},
	} {
		tt := tt
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := startProxy(t, "127.0.0.1:0")
			e := waiter(t, append([]string{"run", "--stop_url=" + p.url + "/quitquitquit"}, tt.words...)...)
			expectExit(t, e, tt.code)
			expectText(t, p.requests(), "POST /quitquitquit HTTP/1.1")
		})
	}
}

func TestProxyIsStoppedAfterTheMark(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	hasMark := make(chan bool, 1)
	server := &http.Server{Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		_, err := os.Stat(folder + "/mark")
		hasMark <- err == nil
	})}
	go func() { _ = server.Serve(listener) }()
	defer func() { _ = server.Close() }()
	url := "http://" + listener.Addr().String()
	waiter(t, "run", "--stop_url="+url, "--post_file="+folder+"/mark", "--", "true").expectCode(t, 0)
	if !<-hasMark {
		t.Error("there was no mark")
	}
}

func TestProxyThatEndsWithoutAnAnswerHasEnded(t *testing.T) {
	t.Parallel()
	p := startProxy(t, "127.0.0.1:0")
	p.ends = true
	begin := time.Now()
	e := waiter(t, "run", "--stop_url="+p.url, "--", "true")
	e.expectCode(t, 0)
	expectText(t, e.stderr, "")
	if took := time.Since(begin); took > 8*time.Second {
		t.Errorf("it took %v", took)
	}
}

func TestProxyThatCannotBeStoppedChangesNoResult(t *testing.T) {
	t.Parallel()
	e := waiter(t, "run", "--stop_url=http://localhost:1/shutdown", "--", "true")
	expectExit(t, e, 0)
	expectText(t, e.stderr, "taskpack-entrypoint: cannot stop a proxy: http://localhost:1/shutdown: connection refused. "+
		"The Pod runs until its deadline, or until it is deleted\n")
}

func TestProxiesAreStoppedAtTheSameTime(t *testing.T) {
	t.Parallel()
	silent := listenSilently(t)
	p := startProxy(t, "127.0.0.1:0")
	w := waiting(t, "run", "--stop_url="+silent, "--stop_url=http://localhost:1", "--stop_url="+p.url, "--", "true")
	w.await("a request to the last proxy", func() bool { return p.requests() != "" })
	begin := time.Now()
	e := w.end()
	expectExit(t, e, 0)
	if took := time.Since(begin); took > 15*time.Second {
		t.Errorf("it took %v", took)
	}
	for _, sentence := range []string{"http://localhost:1: connection refused.", silent + ": no answer within 1s."} {
		if !strings.Contains(e.stderr, "cannot stop a proxy: "+sentence) {
			t.Errorf("no sentence about %s: %s", sentence, e.stderr)
		}
	}
}

func TestSignalEndsTheStopOfProxies(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"http://localhost:1", listenSilently(t)} {
		folder := t.TempDir()
		w := waiting(t, "run", "--post_file="+folder+"/mark", "--stop_url="+url, "--", "sh", "-c", "exit 3")
		w.await("the mark", func() bool { return exists(folder + "/mark.err") })
		begin := time.Now()
		w.send(syscall.SIGTERM)
		e := w.end()
		expectExit(t, e, 3)
		expectText(t, e.stderr, "")
		if took := time.Since(begin); took > 5*time.Second {
			t.Errorf("%s: it took %v", url, took)
		}
	}
}

func TestProxyIsAskedOnceAfterASignalToTheCommand(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := startProxy(t, "127.0.0.1:0")
	w := waiting(t, "run", "--stop_url="+p.url+"/quitquitquit", "--stop_url=http://localhost:1", "--",
		"sh", "-c", "trap 'exit 7' TERM; touch "+folder+"/runs; while :; do sleep 0.01; done")
	w.await("the command", func() bool { return exists(folder + "/runs") })
	begin := time.Now()
	w.send(syscall.SIGTERM)
	expectExit(t, w.end(), 7)
	expectText(t, p.requests(), "POST /quitquitquit HTTP/1.1")
	if took := time.Since(begin); took > 5*time.Second {
		t.Errorf("it took %v", took)
	}
}

// listenSilently returns the URL of a port that takes connections and answers nothing.
func listenSilently(t *testing.T) string {
	t.Helper()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { _ = silent.Close() })
	return "http://" + silent.Addr().String()
}

func TestURLsOfOtherHostsAreRefused(t *testing.T) {
	t.Parallel()
	const wish = "', which is no URL of this Pod, such as http://localhost:15021/healthz/ready, also after a file and a comma"
	for _, value := range []string{
		"", "localhost", "https://localhost/", "http://localhost.example.com/", "http://10.0.0.1/", "http://localhost:0/",
		"http://localhost:65536/", "http://localhost:/x", "http://localhost@example.com/", "http://localhost/\r\nX: y",
		",http://localhost/", "a,b,http://localhost/", "a,", "http://localhost?x",
	} {
		e := waiter(t, "run", "--ready_url="+value, "--", "true")
		if problems := strings.Join(e.complaints(t), "\n"); problems != "--ready_url is '"+value+wish {
			t.Errorf("%q: %s", value, problems)
		}
	}
}

func expectText(t *testing.T, text, expected string) {
	t.Helper()
	if text != expected {
		t.Errorf("%q instead of %q", text, expected)
	}
}

// expectExit checks the exit code of a waiter that prints messages.
func expectExit(t *testing.T, e ending, code int) {
	t.Helper()
	if e.code != code {
		t.Errorf("it ended with %d instead of %d and says %q", e.code, code, e.stderr)
	}
}
