import type { Offer } from './offer.ts';
import type { ReportProblem } from './problem-list.ts';

/** The nodes that are reachable from some roots, in the order of a builder's layers, and all cycles. */
export interface Traversal<Node> {
  /** Each node once, children before their parents. */
  readonly nodes: readonly Node[];
  /** The first cycles, each as a path. The last node leads back to the first node. */
  readonly cycles: readonly (readonly Node[])[];
}

/** Cycles can be as many as order entries and as long as the graph, so listing all would take quadratic time. */
const MAX_CYCLES = 20;

interface Visit<Node> {
  readonly node: Node;
  readonly children: readonly Node[];
  next: number;
}

/** Traverses the graph depth first. Uses no recursion, because an untrusted image decides how deep its orders nest. */
export function traverse<Node>(roots: readonly Node[], childrenOf: (node: Node) => readonly Node[]): Traversal<Node> {
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
      } else if (!open.has(child)) visit(child);
      else if (cycles.length < MAX_CYCLES) cycles.push([...open].slice([...open].indexOf(child)));
    }
  }
  return { nodes: [...done], cycles };
}

/** The buildpack that an order entry selects. */
export interface EntryRoot {
  readonly root: Offer;
  readonly report: ReportProblem;
}

/**
 * The most problems of buildpacks that are reported, and the most entries of each. An order can have thousands of entries,
 * and each can select a thousand wrong buildpacks.
 */
const MAX_REPORTS = 100;

/**
 * Returns a function that reports problems of buildpacks. It reports each problem for the order entries that select one of
 * the buildpacks, directly or through composite buildpacks. It reports the first 100 problems, each for 100 entries.
 */
export function entryReporter(
  entries: readonly EntryRoot[],
  nodes: readonly Offer[],
  childrenOf: (parent: Offer) => readonly Offer[],
): (offers: Iterable<Offer>) => ReportProblem {
  let parents: Parents | undefined;
  let reports = 0;
  return (offers) => (message, details) => {
    reports += 1;
    if (reports > MAX_REPORTS) return undefined;
    parents ??= parentsOf(nodes, childrenOf);
    const above = allAbove(offers, parents);
    for (const { report } of entries.filter(({ root }) => above.has(root)).slice(0, MAX_REPORTS))
      report(message, details);
    return undefined;
  };
}

type Parents = ReadonlyMap<Offer, readonly Offer[]>;

function parentsOf(nodes: readonly Offer[], childrenOf: (parent: Offer) => readonly Offer[]): Parents {
  const parents = new Map<Offer, Offer[]>();
  for (const parent of nodes) {
    for (const child of childrenOf(parent)) {
      const known = parents.get(child);
      if (known === undefined) parents.set(child, [parent]);
      else known.push(parent);
    }
  }
  return parents;
}

function allAbove(offers: Iterable<Offer>, parents: Parents): ReadonlySet<Offer> {
  const above = new Set(offers);
  // The loop also visits the offers that it adds to the set.
  for (const offer of above) {
    for (const parent of parents.get(offer) ?? []) above.add(parent);
  }
  return above;
}

/**
 * Formats a cycle as `a@1 → b@1 → a@1`. Starts at the smallest name, so that each cycle has one text and is reported
 * once.
 */
export function formatCycle(names: readonly string[]): string {
  const start = names.indexOf(names.toSorted()[0] ?? '');
  const turned = [...names.slice(start), ...names.slice(0, start)];
  return [...turned, ...turned.slice(0, 1)].join(' → ');
}
