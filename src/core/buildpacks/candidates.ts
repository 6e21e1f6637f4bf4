import type { BuildpackIndex } from './buildpack-index.ts';
import { type BuilderScope, type BuildpackSource, formatResource } from './buildpack-source.ts';
import type { FieldProblem } from '../model/problem.ts';
import { formatBuildpack } from './buildpack.ts';
import type { Offer } from './offer.ts';
import type { Reference } from './order-entry.ts';
import type { ReportProblem } from './problem-list.ts';

/**
 * Returns the buildpacks that a reference can mean, in all versions. Reports a problem and returns `undefined` if there
 * are none.
 */
export function candidatesOf(
  reference: Reference,
  index: BuildpackIndex,
  scope: BuilderScope,
  report: ReportProblem,
): readonly Offer[] | undefined {
  if (reference.kind === 'id') {
    return named(reference.id, index.offers(reference.id), report, () => didYouMean(index.similarId(reference.id)));
  }
  const source = sourceOf(reference, index, scope, report);
  if (source === undefined) return undefined;
  const { id } = reference;
  if (id === undefined) return rootOf(source, index, report);
  const inside = index.offers(id).filter(({ resource }) => resource === source.resource);
  return named(id, inside, report, () => `${formatResource(source.resource)} does not contain the buildpack`);
}

/** True if a problem says that no source has a buildpack. A source that is missing may have it. */
export function isMissingBuildpack({ message }: FieldProblem): boolean {
  return message.startsWith(MISSING_BUILDPACK);
}

/** The first words of kpack's messages about a buildpack that no source has. */
const MISSING_BUILDPACK = 'could not find buildpack with id ';

function named(
  id: string,
  offers: readonly Offer[],
  report: ReportProblem,
  details: () => string | undefined,
): readonly Offer[] | undefined {
  return offers.length === 0 ? report(`${MISSING_BUILDPACK}'${id}'`, details()) : offers;
}

function didYouMean(id: string | undefined): string | undefined {
  return id === undefined ? undefined : `did you mean ${id}?`;
}

function sourceOf(
  reference: Exclude<Reference, { readonly kind: 'id' }>,
  index: BuildpackIndex,
  scope: BuilderScope,
  report: ReportProblem,
): BuildpackSource | undefined {
  const inside = reference.id !== undefined;
  switch (reference.kind) {
    case 'Buildpack': {
      const { name, namespace } = reference;
      if (scope.kind === 'Builder' && namespace !== undefined && namespace !== scope.namespace) {
        return report(`a Builder can use a Buildpack of its own namespace only, not of ${namespace}`);
      }
      const words = inside ? `buildpack not found: ${name}` : `no buildpack with name '${name}'`;
      const reason =
        scope.kind === 'ClusterBuilder' ? 'a ClusterBuilder cannot use a Buildpack: use a ClusterBuildpack' : undefined;
      return index.source('Buildpack', name) ?? report(words, reason);
    }
    case 'ClusterBuildpack': {
      const { name } = reference;
      const words = inside ? `cluster buildpack not found: ${name}` : `no cluster buildpack with name '${name}'`;
      return index.source('ClusterBuildpack', name) ?? report(words);
    }
    case 'image':
      return index.source('image', reference.image) ?? report(`no facts about image '${reference.image}'`);
  }
}

function rootOf(source: BuildpackSource, index: BuildpackIndex, report: ReportProblem): readonly Offer[] | undefined {
  const roots = index.roots(source);
  const [root] = roots;
  if (root !== undefined && roots.length === 1) {
    return index.offers(root.id).filter(({ buildpack }) => buildpack === root);
  }
  const names = roots.map(formatBuildpack).toSorted().join(', ');
  const details = source.buildpacks.length === 0 ? `${formatResource(source.resource)} has no buildpacks yet` : names;
  return report(`unexpected number of root buildpacks: ${roots.length}`, details === '' ? undefined : details);
}
