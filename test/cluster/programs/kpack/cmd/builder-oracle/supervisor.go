package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
)

// supervisor answers questions in a child process, because kpack may crash: a cycle overflows kpack's stack, and Go cannot
// recover from that.
type supervisor struct {
	process    *exec.Cmd
	questions  io.WriteCloser
	answers    *bufio.Reader
	complaints *bytes.Buffer
}

func (s *supervisor) answer(line []byte) ([]byte, error) {
	if s.process == nil {
		if err := s.start(); err != nil {
			return nil, err
		}
	}
	// A dead process has no output either.
	_, _ = fmt.Fprintf(s.questions, "%s\n", line)
	answered, err := s.answers.ReadBytes('\n')
	if err == nil {
		return answered, nil
	}
	err = s.process.Wait()
	s.process = nil
	if bytes.Contains(s.complaints.Bytes(), []byte("stack overflow")) {
		return []byte("{\"crashed\":\"cycle\"}\n"), nil
	}
	return nil, fmt.Errorf("%w: %s", err, s.complaints)
}

func (s *supervisor) start() error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	process := exec.Command(program, mortal)
	s.complaints = &bytes.Buffer{}
	process.Stderr = s.complaints
	if s.questions, err = process.StdinPipe(); err != nil {
		return err
	}
	answers, err := process.StdoutPipe()
	if err != nil {
		return err
	}
	s.answers = bufio.NewReader(answers)
	s.process = process
	return process.Start()
}

func (s *supervisor) stop() error {
	if s.process == nil {
		return nil
	}
	if err := s.questions.Close(); err != nil {
		return err
	}
	return s.process.Wait()
}
