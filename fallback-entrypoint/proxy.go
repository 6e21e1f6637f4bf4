package main

import (
	"os"
	"time"
)

// endpoint is a URL of --ready_url or --stop_url. Only a proxy of the same Pod is asked, so the host is always the loopback.
type endpoint struct {
	// condition is a file, or empty. If the file is missing or empty, the Pod has no such proxy, and nothing is asked.
	condition string
	url       string
	port      int
	path      string
}

const (
	// The longest time of one request.
	requestTimeout = time.Second
	// The longest time for the end of all proxies.
	stopTimeout = 10 * time.Second
)

// setEndpoint parses `[PATH,]URL`.
func setEndpoint(target *[]endpoint, value string) string {
	const wish = "URL of this Pod, such as http://localhost:15021/healthz/ready, also after a file and a comma"
	parts := list(value, ',')
	one := endpoint{url: parts[len(parts)-1]}
	if len(parts) > 2 || (len(parts) == 2 && parts[0] == "") {
		return wish
	}
	if len(parts) == 2 {
		one.condition = parts[0]
	}
	rest, isHTTP := cut(one.url, "http://")
	for _, host := range []string{"localhost", "127.0.0.1", "[::1]"} {
		after, isHost := cut(rest, host)
		if isHTTP && isHost && one.setAddress(after) {
			*target = append(*target, one)
			return ""
		}
	}
	return wish
}

// setAddress parses what follows the host: `:PORT/PATH`, both optional. It returns false for a byte that ends a line or a word.
func (e *endpoint) setAddress(text string) bool {
	e.port, e.path = 80, "/"
	i := 0
	if len(text) > 0 && text[0] == ':' {
		e.port = 0
		for i = 1; i < len(text) && text[i] >= '0' && text[i] <= '9' && e.port < 65536; i++ {
			e.port = e.port*10 + int(text[i]-'0')
		}
	}
	if i < len(text) {
		e.path = text[i:]
	}
	for j := range e.path {
		if e.path[j] <= ' ' || e.path[j] > '~' {
			return false
		}
	}
	return e.port > 0 && e.port < 65536 && e.path[0] == '/'
}

func cut(text, prefix string) (rest string, found bool) {
	if len(text) < len(prefix) || text[:len(prefix)] != prefix {
		return text, false
	}
	return text[len(prefix):], true
}

// isInjected returns false if the condition of the endpoint does not hold.
func (e endpoint) isInjected() bool {
	if e.condition == "" {
		return true
	}
	size, err := sizeOf(e.condition)
	return err == nil && size > 0
}

// waitForProxies returns nil when each injected proxy answers its URL with a status of success, or the reason why the command must
// not run. The deadline is that of the wait for files: the time from the start of the waiter counts.
func waitForProxies(o options, deadline time.Time, signals <-chan os.Signal) *failure {
	for _, one := range o.readyURLs {
		if one.isInjected() {
			if problem := waitForProxy(one, o, deadline, signals); problem != nil {
				return problem
			}
		}
	}
	return nil
}

func waitForProxy(one endpoint, o options, deadline time.Time, signals <-chan os.Signal) *failure {
	pause := soonest
	for {
		status, _, problem := request("GET", one)
		if isSuccess(status) {
			return nil
		}
		if !deadline.IsZero() && !time.Now().Before(deadline) {
			return notReady(one, status, problem, o.waitTimeout)
		}
		if problem := pauseUnlessStopped(pause, signals); problem != nil {
			return problem
		}
		if pause *= 2; pause > latest {
			pause = latest
		}
	}
}

func notReady(one endpoint, status int, problem string, timeout time.Duration) *failure {
	return &failure{
		code:   codeWaitTimeout,
		reason: reasonTimeout,
		sentence: "the proxy did not become ready within " + timeout.String() + " (--wait_timeout): " +
			answerOf(one, status, problem),
	}
}

// pauseUnlessStopped returns early if a signal ends the wait.
func pauseUnlessStopped(pause time.Duration, signals <-chan os.Signal) *failure {
	over := after(pause)
	for {
		select {
		case <-over:
			return nil
		case received := <-signals:
			if problem := stoppedWaiting(received); problem != nil {
				return problem
			}
		}
	}
}

// stopProxies ends the injected proxies at once, so that the Pod can end. A proxy that does not end changes no exit code: the command
// has ended, and its result counts. After a signal of stops, each proxy is still asked once: if the container is stopping, the kubelet
// ends the proxies, too.
func stopProxies(urls []endpoint, stops <-chan os.Signal) {
	over := make(chan struct{})
	answers := make(chan string, len(urls))
	asked := 0
	for _, one := range urls {
		if one.isInjected() {
			one := one
			asked++
			go func() { answers <- stop(one, over) }()
		}
	}
	limit := after(stopTimeout + requestTimeout)
	for ; asked > 0; asked-- {
		select {
		case problem := <-answers:
			if problem != "" {
				cannotStop(problem)
			}
		case <-stops:
			close(over)
			awaitLast(answers, asked)
			return
		case <-limit:
			cannotStop("no answer within " + (stopTimeout + requestTimeout).String())
			return
		}
	}
}

// awaitLast waits for the requests that are already sent.
func awaitLast(answers <-chan string, asked int) {
	limit := after(requestTimeout)
	for ; asked > 0; asked-- {
		select {
		case <-answers:
		case <-limit:
			return
		}
	}
}

func cannotStop(problem string) {
	say("cannot stop a proxy: " + problem + ". The Pod runs until its deadline, or until it is deleted")
}

// stop repeats the request until it is over, because a proxy that starts late does not listen yet. After a request was sent, a proxy
// that no longer listens has ended.
func stop(one endpoint, over <-chan struct{}) string {
	deadline := time.Now().Add(stopTimeout)
	wasSent := false
	pause := soonest
	for {
		status, isSent, problem := request("POST", one)
		if isSuccess(status) || (wasSent && problem == refused) {
			return ""
		}
		wasSent = wasSent || isSent && status == 0
		if !time.Now().Before(deadline) {
			return answerOf(one, status, problem)
		}
		select {
		case <-after(pause):
		case <-over:
			return ""
		}
		if pause *= 2; pause > latest {
			pause = latest
		}
	}
}
