package main

import (
	"io"
	"net/http"

	"taskpack.dev/test/kpack/internal/oracle"
)

// startServer starts the part of an API server that kpack needs for one Build. The logs are by container name.
func startServer(logs map[string]string) *oracle.StatusServer {
	return oracle.StartStatusServer("builds", map[string]http.HandlerFunc{
		"GET /api/v1/namespaces/{namespace}/pods/{name}/log": func(response http.ResponseWriter, request *http.Request) {
			log, isThere := logs[request.URL.Query().Get("container")]
			if !isThere {
				http.Error(response, "no such container", http.StatusBadRequest)
				return
			}
			_, _ = io.WriteString(response, log)
		},
	})
}
