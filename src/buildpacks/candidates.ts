import type { BuilderScope } from './builder-scope.ts';
import { formatBuildpack } from './buildpack.ts';
import type { Offer } from './offer.ts';
import type { Reference } from './reference.ts';
import type { Refuse } from './refuse.ts';
import { rootsOf } from './roots.ts';
import { formatResource, type BuildpackSource } from './source.ts';
import type { Universe } from './universe.ts';

/** The buildpacks that a reference may mean, of any version. */
export function candidatesOf(
  reference: Reference,
  universe: Universe,
  scope: BuilderScope,
  refuse: Refuse,
): readonly Offer[] | undefined {
  if (reference.kind === 'id') return named(reference.id, universe.offers(reference.id), refuse);
  const source = sourceOf(reference, universe, scope, refuse);
  if (source === undefined) return undefined;
  const { id } = reference;
  if (id === undefined) return rootOf(source, universe, refuse);
  const inside = universe.offers(id).filter(({ resource }) => resource === source.resource);
  return named(id, inside, refuse, `${formatResource(source.resource)} has none`);
}

function named(id: string, offers: readonly Offer[], refuse: Refuse, details?: string): readonly Offer[] | undefined {
  return offers.length === 0 ? refuse(`could not find buildpack with id '${id}'`, details) : offers;
}

function sourceOf(
  reference: Exclude<Reference, { readonly kind: 'id' }>,
  universe: Universe,
  scope: BuilderScope,
  refuse: Refuse,
): BuildpackSource | undefined {
  const inside = reference.id !== undefined;
  switch (reference.kind) {
    case 'Buildpack': {
      const { name, namespace } = reference;
      if (scope.kind === 'Builder' && namespace !== undefined && namespace !== scope.namespace) {
        return refuse(`a Builder may only use a Buildpack of its own namespace, not of ${namespace}`);
      }
      const words = inside ? `buildpack not found: ${name}` : `no buildpack with name '${name}'`;
      const reason = scope.kind === 'ClusterBuilder' ? 'a ClusterBuilder can use no Buildpack' : undefined;
      return universe.source('Buildpack', name) ?? refuse(words, reason);
    }
    case 'ClusterBuildpack': {
      const { name } = reference;
      const words = inside ? `cluster buildpack not found: ${name}` : `no cluster buildpack with name '${name}'`;
      return universe.source('ClusterBuildpack', name) ?? refuse(words);
    }
    case 'image':
      return universe.source('image', reference.image) ?? refuse(`nothing is known of image '${reference.image}'`);
  }
}

function rootOf(source: BuildpackSource, universe: Universe, refuse: Refuse): readonly Offer[] | undefined {
  const roots = rootsOf(source.buildpacks);
  const [root] = roots;
  if (root !== undefined && roots.length === 1) {
    return universe.offers(root.id).filter(({ buildpack }) => buildpack === root);
  }
  const names = roots.map(formatBuildpack).toSorted().join(', ');
  const details = source.buildpacks.length === 0 ? `${formatResource(source.resource)} has no buildpacks yet` : names;
  return refuse(`unexpected number of root buildpacks: ${roots.length}`, details === '' ? undefined : details);
}
