package main

import (
	"github.com/Masterminds/semver/v3"
	corev1 "k8s.io/api/core/v1"

	buildapi "github.com/pivotal/kpack/pkg/apis/build/v1alpha2"
)

// podOf returns kpack's Pod for the Build, from kpack's webhook to the call of its controller.
func podOf(asked request) (*corev1.Pod, error) {
	build, err := admit(asked.Build, asked.ByController)
	if err != nil {
		return nil, err
	}
	maximum, err := semver.NewVersion(asked.MaximumPlatformAPI)
	if err != nil {
		return nil, err
	}
	return build.BuildPod(
		buildapi.BuildPodImages{
			BuildInitImage:   asked.Images.BuildInit,
			BuildWaiterImage: asked.Images.BuildWaiter,
			CompletionImage:  asked.Images.Completion,
			RebaseImage:      asked.Images.Rebase,
		},
		buildapi.BuildContext{
			BuildPodBuilderConfig:     asked.Builder.config(),
			Secrets:                   storedAll(asked.Secrets),
			Bindings:                  asked.Bindings.all(),
			ImagePullSecrets:          asked.ImagePullSecrets,
			MaximumPlatformApiVersion: maximum,
			InjectedSidecarSupport:    asked.InjectedSidecars,
			SSHTrustUnknownHost:       asked.TrustUnknownSSHHosts,
		},
	)
}

func (b builder) config() buildapi.BuildPodBuilderConfig {
	return buildapi.BuildPodBuilderConfig{
		StackID:       b.StackID,
		RunImage:      b.RunImage,
		Uid:           b.UID,
		Gid:           b.GID,
		PlatformAPIs:  b.PlatformAPIs,
		ResolvedImage: b.Image,
		Arch:          b.Architecture,
	}
}

func storedAll(secrets []corev1.Secret) []corev1.Secret {
	all := make([]corev1.Secret, 0, len(secrets))
	for _, secret := range secrets {
		all = append(all, stored(secret))
	}
	return all
}
