package oracle

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
)

// StatusServer is an API server that accepts updates of one resource's statuses.
type StatusServer struct {
	*httptest.Server
	// Status is the last status written.
	Status json.RawMessage
}

// StartStatusServer serves the statuses of a resource of kpack, such as `builds`, and the other routes.
func StartStatusServer(resource string, others map[string]http.HandlerFunc) *StatusServer {
	started := &StatusServer{}
	routes := http.NewServeMux()
	routes.HandleFunc("PUT /apis/kpack.io/v1alpha2/namespaces/{namespace}/"+resource+"/{name}/status", started.keep)
	for route, handle := range others {
		routes.HandleFunc(route, handle)
	}
	started.Server = httptest.NewServer(routes)
	return started
}

func (s *StatusServer) keep(response http.ResponseWriter, request *http.Request) {
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
	s.Status = written.Status
	response.Header().Set("Content-Type", "application/json")
	_, _ = response.Write(body)
}
