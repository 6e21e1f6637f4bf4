package main

import (
	"io"
	"net/http"

	"taskpack.dev/test/kpack/internal/oracle"
)

// startServer starts the part of an API server that kpack needs for one SourceResolver. It has no ServiceAccount.
func startServer() *oracle.StatusServer {
	return oracle.StartStatusServer("sourceresolvers", map[string]http.HandlerFunc{
		"GET /api/v1/namespaces/{namespace}/serviceaccounts/{name}": missing,
	})
}

func missing(response http.ResponseWriter, _ *http.Request) {
	response.Header().Set("Content-Type", "application/json")
	response.WriteHeader(http.StatusNotFound)
	_, _ = io.WriteString(response, `{"apiVersion":"v1","kind":"Status","status":"Failure","reason":"NotFound","code":404}`)
}
