import type { Build } from '../api/kpack/build.ts';
import { ARCHITECTURE_LABEL } from '../model/node-architecture.ts';
import { fieldError, fieldWarning, type FieldPath } from '../model/problem.ts';
import { architectureConstraints, type ArchitectureConstraint } from './architecture-constraints.ts';
import type { BuilderImage } from './builder-image.ts';
import type { Report } from './report.ts';

const PATH: FieldPath = ['spec', 'nodeSelector', ARCHITECTURE_LABEL];

/**
 * Adds the architecture of the builder image to a Build's node selector, as kpack 0.18 does (build_pod.go, `nodeSelector`). Unlike kpack, it
 * does so for a rebase, too: from a run image that is an index, the lifecycle takes the image of its own node. Warns of a selector with an
 * architecture, because kpack 0.18 refuses it. Reports an error if the Build allows no node of the builder's architecture.
 */
export function resolveNodeSelector(
  spec: Pick<Build['spec'], 'nodeSelector' | 'affinity'>,
  builder: Pick<BuilderImage, 'reference' | 'architecture'> | undefined,
  report: Report,
): Readonly<Record<string, string>> {
  const { nodeSelector: own = {} } = spec;
  if (own[ARCHITECTURE_LABEL] !== undefined) report(fieldWarning(PATH, REFUSED_BY_KPACK));
  if (builder?.architecture === undefined) return own;
  const { reference, architecture } = builder;
  const excluding = architectureConstraints(spec).find(({ architectures }) => !architectures.includes(architecture));
  if (excluding !== undefined) report(fieldError(excluding.path, lackOf(reference, architecture, excluding)));
  return { ...own, [ARCHITECTURE_LABEL]: architecture };
}

const REFUSED_BY_KPACK =
  'kpack 0.18 refuses this key, because the builder image determines the architecture; remove the key before you go back to kpack';

function lackOf(
  reference: string,
  architecture: string,
  { path: [, field], architectures }: ArchitectureConstraint,
): string {
  const others = architectures.join(' and ');
  const action = field === 'nodeSelector' ? 'remove the key' : `allow nodes for ${architecture}`;
  return `builder image ${reference} is for ${architecture} only, not for ${others}: ${action}, or use a builder for ${others}`;
}
