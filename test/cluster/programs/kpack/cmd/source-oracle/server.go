package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
)

// server is the part of an API server that kpack needs for one SourceResolver. It has no ServiceAccount.
type server struct {
	http *httptest.Server
	// status is the last status written.
	status json.RawMessage
}

func startServer() *server {
	started := &server{}
	routes := http.NewServeMux()
	routes.HandleFunc("PUT /apis/kpack.io/v1alpha2/namespaces/{namespace}/sourceresolvers/{name}/status", started.keep)
	routes.HandleFunc("GET /api/v1/namespaces/{namespace}/serviceaccounts/{name}", missing)
	started.http = httptest.NewServer(routes)
	return started
}

func (s *server) url() string { return s.http.URL }

func (s *server) stop() { s.http.Close() }

func missing(response http.ResponseWriter, _ *http.Request) {
	response.Header().Set("Content-Type", "application/json")
	response.WriteHeader(http.StatusNotFound)
	_, _ = io.WriteString(response, `{"apiVersion":"v1","kind":"Status","status":"Failure","reason":"NotFound","code":404}`)
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
