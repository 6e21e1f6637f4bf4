package main

import (
	"context"
	"encoding/json"
	"fmt"

	authv1 "k8s.io/api/authentication/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"knative.dev/pkg/apis"
	webhookjson "knative.dev/pkg/webhook/json"

	"github.com/pivotal/kpack/pkg/apis/build/v1alpha1"
	buildapi "github.com/pivotal/kpack/pkg/apis/build/v1alpha2"
)

// controllerUser is the user name of kpack's controller in kpack's rules (pkg/apis/build/v1alpha2/build_validation.go).
const controllerUser = "system:serviceaccount:kpack:controller"

// resource is the interface that kpack's webhook requires of a kind.
type resource interface {
	apis.Defaultable
	apis.Validatable
}

// admit reads a Build as kpack's webhook does: it refuses unknown fields, then applies defaults, rules and conversion.
func admit(text []byte, byController bool) (*buildapi.Build, error) {
	var written metav1.TypeMeta
	if err := json.Unmarshal(text, &written); err != nil {
		return nil, err
	}
	ctx := apis.WithUserInfo(context.Background(), writer(byController))
	switch written.APIVersion {
	case "kpack.io/v1alpha2":
		build := &buildapi.Build{}
		return build, admitAs(ctx, text, build)
	case "kpack.io/v1alpha1":
		old := &v1alpha1.Build{}
		if err := admitAs(ctx, text, old); err != nil {
			return nil, err
		}
		build := &buildapi.Build{TypeMeta: metav1.TypeMeta{APIVersion: "kpack.io/v1alpha2", Kind: written.Kind}}
		return build, build.ConvertFrom(ctx, old)
	default:
		return nil, fmt.Errorf("no matches for kind %q in version %q", written.Kind, written.APIVersion)
	}
}

func admitAs(ctx context.Context, text []byte, target resource) error {
	if err := webhookjson.Decode(text, target, true); err != nil {
		return err
	}
	target.SetDefaults(ctx)
	if err := target.Validate(ctx); err != nil {
		return err
	}
	return nil
}

func writer(byController bool) *authv1.UserInfo {
	if byController {
		return &authv1.UserInfo{Username: controllerUser}
	}
	return &authv1.UserInfo{Username: "somebody"}
}
