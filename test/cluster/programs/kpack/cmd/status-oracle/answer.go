package main

import (
	"context"
	"encoding/json"

	"github.com/pivotal/kpack/pkg/buildchange"
	"github.com/pivotal/kpack/pkg/client/clientset/versioned"
	buildlisters "github.com/pivotal/kpack/pkg/client/listers/build/v1alpha2"
	"github.com/pivotal/kpack/pkg/reconciler/build"

	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

// answerTo reconciles the Build once and returns its status, which is the old status if kpack writes none.
func answerTo(asked question) (answer, error) {
	if err := report(asked.Pod, asked.Image); err != nil {
		return answer{}, err
	}
	server := startServer(asked.Logs)
	defer server.stop()
	reconciler, err := reconcilerOf(asked, &rest.Config{Host: server.url()})
	if err != nil {
		return answer{}, err
	}
	key := asked.Build.Namespace + "/" + asked.Build.Name
	if err := reconciler.Reconcile(context.Background(), key); err != nil {
		return answer{Error: err.Error()}, nil
	}
	if server.status != nil {
		return answer{Status: server.status}, nil
	}
	status, err := json.Marshal(asked.Build.Status)
	return answer{Status: status}, err
}

func reconcilerOf(asked question, config *rest.Config) (*build.Reconciler, error) {
	client, err := versioned.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	kubeClient, err := kubernetes.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	builds, pods := newIndexer(), newIndexer()
	if err := builds.Add(asked.Build); err != nil {
		return nil, err
	}
	if err := pods.Add(asked.Pod); err != nil {
		return nil, err
	}
	return &build.Reconciler{
		Client:            client,
		K8sClient:         kubeClient,
		Lister:            buildlisters.NewBuildLister(builds),
		PodLister:         corelisters.NewPodLister(pods),
		PodProgressLogger: &buildchange.ProgressLogger{K8sClient: kubeClient},
	}, nil
}

func newIndexer() cache.Indexer {
	return cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{
		cache.NamespaceIndex: cache.MetaNamespaceIndexFunc,
	})
}
