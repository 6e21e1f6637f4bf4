package main

import (
	"context"
	"fmt"

	buildlisters "github.com/pivotal/kpack/pkg/client/listers/build/v1alpha2"
	"github.com/pivotal/kpack/pkg/duckbuilder"
	kreconciler "github.com/pivotal/kpack/pkg/reconciler"
	"github.com/pivotal/kpack/pkg/reconciler/image"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/rest"

	"taskpack.dev/test/kpack/internal/oracle"
)

// answerTo reconciles the Image once.
func answerTo(asked question, recording *server) (answer, error) {
	recording.begin(asked.SourceResolver)
	// A negative rate switches the limit off. client-go's default would take minutes for a thousand worlds.
	// Without a content type, claims are written as protobuf.
	content := rest.ContentConfig{ContentType: "application/json", AcceptContentTypes: "application/json"}
	config := &rest.Config{Host: recording.url(), QPS: -1, ContentConfig: content}
	reconciler, err := reconcilerOf(asked, config)
	if err != nil {
		return answer{}, err
	}
	failure := reconcile(reconciler, asked.Image.Namespace+"/"+asked.Image.Name)
	return answer{Writes: recording.writes, Error: failure}, nil
}

// reconcile returns kpack's error, or the text of its panic, which ends kpack's controller.
func reconcile(reconciler *image.Reconciler, key string) (failure string) {
	defer func() {
		if panicked := recover(); panicked != nil {
			failure = fmt.Sprintf("panic: %v", panicked)
		}
	}()
	if err := reconciler.Reconcile(context.Background(), key); err != nil {
		return err.Error()
	}
	return ""
}

func reconcilerOf(asked question, config *rest.Config) (*image.Reconciler, error) {
	clients, err := oracle.NewClients(config)
	if err != nil {
		return nil, err
	}
	images, builds, claims := oracle.NewIndexer(), oracle.NewIndexer(), oracle.NewIndexer()
	builders, clusterBuilders, resolvers := oracle.NewIndexer(), oracle.NewIndexer(), oracle.NewIndexer()
	_ = images.Add(asked.Image)
	for _, build := range asked.Builds {
		_ = builds.Add(build)
	}
	if asked.Builder != nil {
		_ = builders.Add(asked.Builder)
	}
	if asked.ClusterBuilder != nil {
		_ = clusterBuilders.Add(asked.ClusterBuilder)
	}
	if asked.SourceResolver != nil {
		_ = resolvers.Add(asked.SourceResolver)
	}
	if asked.Claim != nil {
		_ = claims.Add(asked.Claim)
	}
	return &image.Reconciler{
		Client:    clients.Kpack,
		K8sClient: clients.Kubernetes,
		DuckBuilderLister: &duckbuilder.DuckBuilderLister{
			BuilderLister:        buildlisters.NewBuilderLister(builders),
			ClusterBuilderLister: buildlisters.NewClusterBuilderLister(clusterBuilders),
		},
		ImageLister:           buildlisters.NewImageLister(images),
		BuildLister:           buildlisters.NewBuildLister(builds),
		SourceResolverLister:  buildlisters.NewSourceResolverLister(resolvers),
		PvcLister:             corelisters.NewPersistentVolumeClaimLister(claims),
		Tracker:               noTracker{},
		EnablePriorityClasses: asked.PriorityClasses,
	}, nil
}

// noTracker records no builder, because each world is reconciled once.
type noTracker struct{}

func (noTracker) Track(kreconciler.Key, types.NamespacedName)      {}
func (noTracker) TrackKind(schema.GroupKind, types.NamespacedName) {}
func (noTracker) OnChanged(interface{})                            {}
