import type { Build } from '../api/kpack/build.ts';
import { INDEX_PLATFORMS, architectureOf } from '../model/index-platform.ts';
import { ARCHITECTURE_LABEL, nodeArchitecture } from '../model/node-architecture.ts';
import type { FieldPath } from '../model/problem.ts';

type Scheduling = Pick<Build['spec'], 'nodeSelector' | 'affinity'>;
type NodeAffinity = NonNullable<NonNullable<Scheduling['affinity']>['nodeAffinity']>;
type Term = NonNullable<NodeAffinity['requiredDuringSchedulingIgnoredDuringExecution']>['nodeSelectorTerms'][number];

/** A field of a Build that allows only nodes of some architectures. */
export interface ArchitectureConstraint {
  readonly path: FieldPath;
  /** The values of the label. */
  readonly architectures: readonly string[];
}

/** The labels of nodes with their architecture. The second one is that of Kubernetes before 1.14, which nodes still have. */
const LABELS: readonly string[] = [ARCHITECTURE_LABEL, 'beta.kubernetes.io/arch'];

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';

/** Returns the constraints of a Build's node selector and of its required node affinity. */
export function architectureConstraints({
  nodeSelector = {},
  affinity,
}: Scheduling): readonly ArchitectureConstraint[] {
  const selected = LABELS.flatMap((label) => {
    const value = nodeSelector[label];
    return value === undefined ? [] : [{ path: ['spec', 'nodeSelector', label], architectures: [value] }];
  });
  const ofTerms = (affinity?.nodeAffinity?.[REQUIRED]?.nodeSelectorTerms ?? []).map(architecturesOf);
  // A node needs to fit one of the terms, so a term without an architecture allows all.
  const isConstrained = ofTerms.length > 0 && ofTerms.every((values) => values !== undefined);
  const path = ['spec', 'affinity', 'nodeAffinity', REQUIRED];
  return [...selected, ...(isConstrained ? [{ path, architectures: ofTerms.flatMap((values) => values ?? []) }] : [])];
}

/** Returns the architectures that a term allows, or `undefined` if it allows all. Leaves out operators other than `In`. */
function architecturesOf({ matchExpressions = [] }: Term): readonly string[] | undefined {
  const expression = matchExpressions.find(({ key, operator }) => LABELS.includes(key) && operator === 'In');
  return expression?.values;
}

/**
 * Returns the architecture for which a Build needs the image of an index. Returns `undefined` if the default one fits: the Build allows all
 * architectures, or all those of taskpack's own images.
 */
export function chosenArchitecture(scheduling: Scheduling): string | undefined {
  const constraints = architectureConstraints(scheduling);
  const isAllowed = (name: string): boolean => constraints.every(({ architectures }) => architectures.includes(name));
  const supported = INDEX_PLATFORMS.map(architectureOf).filter(isAllowed);
  if (constraints.length === 0 || supported.length === INDEX_PLATFORMS.length) return undefined;
  return supported[0] ?? nodeArchitecture(constraints[0]?.architectures[0]);
}
