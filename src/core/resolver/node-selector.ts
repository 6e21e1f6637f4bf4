import { ARCHITECTURE_LABEL } from '../model/node-architecture.ts';
import type { Build } from '../api/kpack/build.ts';
import { fieldError, fieldWarning, type FieldPath } from '../model/problem.ts';
import type { BuilderImage } from './builder-image.ts';
import type { Report } from './report.ts';

/** The builder and the operation, which determine the architecture of a Build's nodes. */
export interface WorkloadArchitecture {
  readonly builder: Pick<BuilderImage, 'reference' | 'architecture' | 'isIndex'>;
  readonly isRebase: boolean;
}

type NodeSelector = Readonly<Record<string, string>>;

const PATH: FieldPath = ['spec', 'nodeSelector', ARCHITECTURE_LABEL];

/**
 * Adds the architecture of the builder image to a Build's node selector, as kpack 0.18 does (build_pod.go, `nodeSelector`). A selector with
 * an architecture of its own chooses the image of an index. Warns of such a selector, because kpack 0.18 refuses it, and reports an error
 * if the builder is a single image for another architecture. Adds nothing for an index if the affinity names architectures.
 */
export function resolveNodeSelector(
  { nodeSelector: own = {}, affinity }: Pick<Build['spec'], 'nodeSelector' | 'affinity'>,
  workload: WorkloadArchitecture | undefined,
  report: Report,
): NodeSelector {
  const chosen = own[ARCHITECTURE_LABEL];
  if (chosen !== undefined) report(fieldWarning(PATH, REFUSED_BY_KPACK));
  if (workload === undefined) return own;
  const { reference, architecture, isIndex } = workload.builder;
  if (architecture === undefined) return own;
  // Such a Build chooses its nodes itself, and each node pulls its image of an index.
  if (
    isIndex &&
    (OLD_ARCHITECTURE_LABEL in own || JSON.stringify(affinity?.nodeAffinity ?? {}).includes(ARCHITECTURE_KEY))
  )
    return own;
  if (chosen === undefined) {
    // kpack rebases on any node. taskpack does so with the builder's lifecycle, which only an index has for every node.
    return workload.isRebase && isIndex ? own : { ...own, [ARCHITECTURE_LABEL]: architecture };
  }
  if (!isIndex && chosen !== architecture) report(fieldError(PATH, lackOf(reference, architecture, chosen)));
  return own;
}

/** Kubernetes' label for the architecture before 1.14, which nodes still have. */
const OLD_ARCHITECTURE_LABEL = 'beta.kubernetes.io/arch';

/** The end of both labels, as the key of an expression. */
const ARCHITECTURE_KEY = 'kubernetes.io/arch"';

const REFUSED_BY_KPACK =
  'kpack 0.18 refuses this key, because the builder image determines the architecture; remove the key before you go back to kpack';

function lackOf(reference: string, architecture: string, chosen: string): string {
  return `builder image ${reference} is for ${architecture} only, not for ${chosen}: remove the key, or use a builder for ${chosen}`;
}
