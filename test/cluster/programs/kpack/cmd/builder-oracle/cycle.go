package main

// mayRecurse says whether orders lead in a circle when versions are left out of account.
func mayRecurse(asked question) bool {
	children := map[string][]string{}
	for _, buildpack := range asked.statuses() {
		for _, group := range buildpack.Order {
			for _, child := range group.Group {
				children[buildpack.Id] = append(children[buildpack.Id], child.Id)
			}
		}
	}
	walk := walk{children: children, open: map[string]bool{}, done: map[string]bool{}}
	for id := range children {
		if walk.leadsBack(id) {
			return true
		}
	}
	return false
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
