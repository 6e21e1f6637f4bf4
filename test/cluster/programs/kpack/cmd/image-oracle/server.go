package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	buildapi "github.com/pivotal/kpack/pkg/apis/build/v1alpha2"

	"k8s.io/apimachinery/pkg/api/equality"
)

// server is the part of an API server that kpack needs for one Image. It accepts and records every write.
type server struct {
	http     *httptest.Server
	resolver *buildapi.SourceResolver
	writes   []write
}

func startServer() *server {
	started := &server{}
	started.http = httptest.NewServer(http.HandlerFunc(started.handle))
	return started
}

func (s *server) url() string { return s.http.URL }

func (s *server) stop() { s.http.Close() }

// begin forgets the writes of the previous question.
func (s *server) begin(resolver *buildapi.SourceResolver) {
	s.writes = []write{}
	s.resolver = resolver.DeepCopy()
}

func (s *server) handle(response http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(request.Body)
	if err != nil {
		http.Error(response, err.Error(), http.StatusBadRequest)
		return
	}
	// The path begins with /api/v1 or /apis/kpack.io/v1alpha2, and then names the namespace.
	_, place, _ := strings.Cut(request.URL.Path, "/namespaces/")
	_, path, _ := strings.Cut(place, "/")
	if len(body) == 0 {
		body = []byte("null")
	}
	s.writes = append(s.writes, write{Method: request.Method, Path: path, Body: body})
	response.Header().Set("Content-Type", "application/json")
	if request.Method == http.MethodDelete {
		_, _ = io.WriteString(response, `{"kind":"Status","apiVersion":"v1","status":"Success"}`)
		return
	}
	_, _ = response.Write(s.stored(path, body))
}

// stored returns the object as an API server stores it: another spec has another generation.
func (s *server) stored(path string, body []byte) []byte {
	var resolver buildapi.SourceResolver
	if !strings.HasPrefix(path, "sourceresolvers/") || json.Unmarshal(body, &resolver) != nil {
		return body
	}
	if s.resolver != nil && !equality.Semantic.DeepEqual(s.resolver.Spec, resolver.Spec) {
		resolver.Generation++
	}
	changed, err := json.Marshal(resolver)
	if err != nil {
		return body
	}
	return changed
}
