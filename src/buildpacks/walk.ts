/** The nodes below some roots in the order that a builder takes them, and every way that leads in a circle. */
export interface Walk<Node> {
  /** Children before their parents, each once. */
  readonly nodes: readonly Node[];
  /** Each from a node to the one that leads back to it. */
  readonly cycles: readonly (readonly Node[])[];
}

interface Visit<Node> {
  readonly node: Node;
  readonly children: readonly Node[];
  next: number;
}

/** Walks depth first, without recursion: how deep orders nest is for a stranger's image to say. */
export function walk<Node>(roots: readonly Node[], childrenOf: (node: Node) => readonly Node[]): Walk<Node> {
  const done = new Set<Node>();
  const open = new Set<Node>();
  const cycles: Node[][] = [];
  const visits: Visit<Node>[] = [];
  const visit = (node: Node): void => {
    if (done.has(node)) return;
    open.add(node);
    visits.push({ node, children: childrenOf(node), next: 0 });
  };
  for (const root of roots) {
    visit(root);
    for (let top = visits.at(-1); top !== undefined; top = visits.at(-1)) {
      const child = top.children[top.next++];
      if (child === undefined) {
        visits.pop();
        open.delete(top.node);
        done.add(top.node);
      } else if (open.has(child)) cycles.push([...open].slice([...open].indexOf(child)));
      else visit(child);
    }
  }
  return { nodes: [...done], cycles };
}
