package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
)

// server is the part of an API server that kpack needs for one Build.
type server struct {
	http *httptest.Server
	logs map[string]string
	// status is the last status written.
	status json.RawMessage
}

func startServer(logs map[string]string) *server {
	started := &server{logs: logs}
	routes := http.NewServeMux()
	routes.HandleFunc("GET /api/v1/namespaces/{namespace}/pods/{name}/log", started.log)
	routes.HandleFunc("PUT /apis/kpack.io/v1alpha2/namespaces/{namespace}/builds/{name}/status", started.keep)
	started.http = httptest.NewServer(routes)
	return started
}

func (s *server) url() string { return s.http.URL }

func (s *server) stop() { s.http.Close() }

func (s *server) log(response http.ResponseWriter, request *http.Request) {
	log, isThere := s.logs[request.URL.Query().Get("container")]
	if !isThere {
		http.Error(response, "no such container", http.StatusBadRequest)
		return
	}
	_, _ = io.WriteString(response, log)
}

func (s *server) keep(response http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(request.Body)
	var written struct {
		Status json.RawMessage `json:"status"`
	}
	if err == nil {
		err = json.Unmarshal(body, &written)
	}
	if err != nil {
		http.Error(response, err.Error(), http.StatusBadRequest)
		return
	}
	s.status = written.Status
	response.Header().Set("Content-Type", "application/json")
	_, _ = response.Write(body)
}
