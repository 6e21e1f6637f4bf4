package main

import (
	"strconv"
	"syscall"
	"time"
)

// refused is the problem of a port on which nothing listens.
const refused = "connection refused"

// request sends one request and returns the status of the response, or 0 and the problem. Go's net/http would make the program 2 MB
// larger, and net 0.1 MB.
func request(method string, to endpoint) (status int, isSent bool, problem string) {
	descriptor, err := dial(to.port)
	if err == syscall.ECONNREFUSED {
		return 0, false, refused
	}
	if err != nil {
		return 0, false, err.Error()
	}
	defer func() { _ = syscall.Close(descriptor) }()
	// Envoy refuses HTTP/1.0, and Istio and Linkerd end only on a POST.
	text := method + " " + to.path + " HTTP/1.1\r\nHost: localhost:" + strconv.Itoa(to.port) +
		"\r\nUser-Agent: taskpack-entrypoint\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
	err = send(descriptor, text)
	if err != nil {
		return 0, false, err.Error()
	}
	status, err = readStatus(descriptor)
	switch {
	case err == syscall.EAGAIN:
		return 0, true, "no answer within " + requestTimeout.String()
	case err != nil:
		return 0, true, err.Error()
	case status == 0:
		return 0, true, "no answer in HTTP"
	}
	return status, true, ""
}

// dial connects to a port of the Pod, in IPv4 or else in IPv6. A proxy listens on one of them in a cluster with one family.
func dial(port int) (int, error) {
	descriptor, err := connect(syscall.AF_INET, &syscall.SockaddrInet4{Port: port, Addr: [4]byte{127, 0, 0, 1}})
	if err != syscall.ECONNREFUSED {
		return descriptor, err
	}
	sixth := syscall.SockaddrInet6{Port: port}
	sixth.Addr[15] = 1
	if descriptor, sixthErr := connect(syscall.AF_INET6, &sixth); sixthErr == nil {
		return descriptor, nil
	}
	return 0, err
}

func connect(family int, address syscall.Sockaddr) (int, error) {
	descriptor, err := syscall.Socket(family, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return 0, err
	}
	// These limit connect(2), too (socket(7), SO_SNDTIMEO).
	limit := syscall.NsecToTimeval(int64(requestTimeout))
	_ = syscall.SetsockoptTimeval(descriptor, syscall.SOL_SOCKET, syscall.SO_SNDTIMEO, &limit)
	_ = syscall.SetsockoptTimeval(descriptor, syscall.SOL_SOCKET, syscall.SO_RCVTIMEO, &limit)
	if err = syscall.Connect(descriptor, address); err != nil {
		_ = syscall.Close(descriptor)
		if err == syscall.EINTR {
			// Go's scheduler sends signals. With a limit, connect(2) does not start again by itself (signal(7)).
			return connect(family, address)
		}
		return 0, err
	}
	return descriptor, nil
}

// send returns an error instead of a SIGPIPE if the peer has closed the connection.
func send(descriptor int, text string) error {
	return again(func() error { return syscall.Sendto(descriptor, []byte(text), syscall.MSG_NOSIGNAL, nil) })
}

// readStatus reads the status line, `HTTP/1.1 200 OK`. It returns 0 if the answer has another form or is late.
func readStatus(descriptor int) (int, error) {
	var line [len("HTTP/1.1 200")]byte
	deadline := time.Now().Add(requestTimeout)
	for have := 0; have < len(line); {
		n, err := syscall.Read(descriptor, line[have:])
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			return 0, err
		}
		if have += n; n == 0 || time.Now().After(deadline) {
			return 0, nil
		}
	}
	status := 0
	for _, digit := range line[len(line)-3:] {
		if digit < '0' || digit > '9' {
			return 0, nil
		}
		status = status*10 + int(digit-'0')
	}
	if string(line[:5]) != "HTTP/" {
		return 0, nil
	}
	return status, nil
}

func isSuccess(status int) bool {
	return status >= 200 && status < 300
}

// answerOf names the URL and its last answer.
func answerOf(from endpoint, status int, problem string) string {
	if problem == "" {
		problem = "status " + strconv.Itoa(status)
	}
	return from.url + ": " + problem
}
