package main

import (
	"context"
	"fmt"

	"github.com/google/go-containerregistry/pkg/authn"

	buildapi "github.com/pivotal/kpack/pkg/apis/build/v1alpha2"
	"github.com/pivotal/kpack/pkg/cnb"
	"github.com/pivotal/kpack/pkg/registry"
)

// anonymous is a keychain without credentials.
var anonymous = authn.NewMultiKeychain()

// create calls kpack as its reconcilers do, without signing keys.
func create(asked question, client cnb.RegistryClient) answer {
	creator := &cnb.RemoteBuilderCreator{RegistryClient: client, KpackVersion: "0.18.0"}
	var record buildapi.BuilderRecord
	crashed, err := orCrash(func() (err error) {
		record, err = creator.CreateBuilder(
			context.Background(),
			anonymous, anonymous, anonymous,
			fetcherOf(asked, &accounts{}),
			&asked.ClusterStack,
			&asked.ClusterLifecycle,
			asked.Builder.Spec,
			nil,
			asked.Builder.Spec.Tag,
		)
		return err
	})
	if crashed != "" || err != nil {
		return answer{Crashed: crashed, Refusal: sentence(err)}
	}
	status := &buildapi.BuilderStatus{}
	status.BuilderRecord(record)
	status.Conditions = nil
	return answer{Status: status}
}

func fetcherOf(asked question, accounts *accounts) cnb.RemoteBuildpackFetcher {
	return cnb.NewRemoteBuildpackFetcher(accounts, asked.ClusterStore, asked.buildpacksInReach(), asked.ClusterBuildpacks)
}

// orCrash calls kpack and recovers from a panic.
func orCrash(call func() error) (crashed string, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			crashed = fmt.Sprint(reason)
		}
	}()
	return "", call()
}

func sentence(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// accounts is a keychain factory that records the requested accounts.
type accounts struct{ asked []account }

func (a *accounts) KeychainForSecretRef(_ context.Context, reference registry.SecretRef) (authn.Keychain, error) {
	a.asked = append(a.asked, account{Name: reference.ServiceAccount, Namespace: reference.Namespace})
	return anonymous, nil
}
