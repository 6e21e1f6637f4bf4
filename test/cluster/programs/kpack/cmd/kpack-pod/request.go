package main

import (
	"encoding/json"

	corev1alpha1 "github.com/pivotal/kpack/pkg/apis/core/v1alpha1"
	corev1 "k8s.io/api/core/v1"

	buildapi "github.com/pivotal/kpack/pkg/apis/build/v1alpha2"
)

// request is a Build with the objects that kpack's controller reads before it creates a Pod (pkg/buildpod/generator.go).
type request struct {
	// Build is the user's Build, in any version.
	Build json.RawMessage `json:"build"`
	// ByController means that kpack's controller wrote the Build. The controller may set fields that users may not.
	ByController bool `json:"byController"`
	// Secrets are the ServiceAccount's Secrets, in its order.
	Secrets          []corev1.Secret               `json:"secrets"`
	ImagePullSecrets []corev1.LocalObjectReference `json:"imagePullSecrets"`
	Bindings         bindings                      `json:"bindings"`
	Builder          builder                       `json:"builder"`

	MaximumPlatformAPI   string `json:"maximumPlatformApi"`
	InjectedSidecars     bool   `json:"injectedSidecars"`
	TrustUnknownSSHHosts bool   `json:"trustUnknownSshHosts"`
	Images               images `json:"images"`
}

// bindings are resolved: provisioned services by their status, Secrets by their name.
type bindings struct {
	Services []struct {
		Name   string `json:"name"`
		Secret string `json:"secret"`
	} `json:"services"`
	CNB []struct {
		Name     string `json:"name"`
		Metadata string `json:"metadata"`
		Secret   string `json:"secret"`
	} `json:"cnb"`
}

type builder struct {
	Image        string   `json:"image"`
	StackID      string   `json:"stackId"`
	RunImage     string   `json:"runImage"`
	UID          int64    `json:"uid"`
	GID          int64    `json:"gid"`
	PlatformAPIs []string `json:"platformApis"`
	// Architecture is empty if it is unknown. Then kpack adds no node selector.
	Architecture string `json:"architecture"`
}

type images struct {
	BuildInit   string `json:"buildInit"`
	BuildWaiter string `json:"buildWaiter"`
	Completion  string `json:"completion"`
	Rebase      string `json:"rebase"`
}

func (b bindings) all() []buildapi.ServiceBinding {
	var all []buildapi.ServiceBinding
	for _, service := range b.Services {
		all = append(all, &corev1alpha1.ServiceBinding{Name: service.Name, SecretRef: reference(service.Secret)})
	}
	for _, binding := range b.CNB {
		all = append(all, &corev1alpha1.CNBServiceBinding{
			Name:        binding.Name,
			MetadataRef: &corev1.LocalObjectReference{Name: binding.Metadata},
			SecretRef:   reference(binding.Secret),
		})
	}
	return all
}

// reference returns nil without a name: for a service that binds nothing, or a binding without a Secret.
func reference(name string) *corev1.LocalObjectReference {
	if name == "" {
		return nil
	}
	return &corev1.LocalObjectReference{Name: name}
}

// stored returns the Secret as an API server stores it, with stringData moved into data.
func stored(secret corev1.Secret) corev1.Secret {
	for key, value := range secret.StringData {
		if secret.Data == nil {
			secret.Data = map[string][]byte{}
		}
		secret.Data[key] = []byte(value)
	}
	secret.StringData = nil
	return secret
}
