package main

import (
	buildapi "github.com/pivotal/kpack/pkg/apis/build/v1alpha2"
	corev1alpha1 "github.com/pivotal/kpack/pkg/apis/core/v1alpha1"
)

// mayRecurse says whether the order leads in a circle when versions, and whose a buildpack is, are left out of account.
func mayRecurse(asked question) bool {
	walk := walk{children: childrenById(asked.statuses()), open: map[string]bool{}, done: map[string]bool{}}
	for _, group := range asked.Builder.Spec.Order {
		for _, reference := range group.Group {
			for _, id := range asked.startsOf(reference) {
				if walk.leadsBack(id) {
					return true
				}
			}
		}
	}
	return false
}

// startsOf are the buildpacks that a reference may mean: of an object that it names without an id, those that are in no
// order there.
func (q question) startsOf(reference buildapi.BuilderBuildpackRef) []string {
	if reference.Id != "" {
		return []string{reference.Id}
	}
	var roots []string
	for _, object := range q.packages() {
		if object.kind != reference.Kind || object.name != reference.Name {
			continue
		}
		used := map[string]bool{}
		for _, ids := range childrenById(object.buildpacks) {
			for _, id := range ids {
				used[id] = true
			}
		}
		for _, buildpack := range object.buildpacks {
			if !used[buildpack.Id] {
				roots = append(roots, buildpack.Id)
			}
		}
	}
	return roots
}

func childrenById(buildpacks []corev1alpha1.BuildpackStatus) map[string][]string {
	children := map[string][]string{}
	for _, buildpack := range buildpacks {
		for _, group := range buildpack.Order {
			for _, child := range group.Group {
				children[buildpack.Id] = append(children[buildpack.Id], child.Id)
			}
		}
	}
	return children
}

type walk struct {
	children   map[string][]string
	open, done map[string]bool
}

func (w walk) leadsBack(id string) bool {
	if w.open[id] || w.done[id] {
		return w.open[id]
	}
	w.open[id] = true
	for _, child := range w.children[id] {
		if w.leadsBack(child) {
			return true
		}
	}
	delete(w.open, id)
	w.done[id] = true
	return false
}
