import type { BuilderOrder } from '../../api/kpack/order.ts';
import type { BuilderScope } from '../../buildpacks/builder-scope.ts';
import { formatResource, type BuildpackSource, type Resource } from '../../buildpacks/source.ts';
import type { Severity } from '../../model/problem.ts';
import { isNotReady, whyNotReady } from '../parts/readiness.ts';
import type { Reason } from '../reading.ts';
import type { BuilderWorld } from '../world.ts';
import { offeredBuildpacks, type Offering } from './offered-buildpacks.ts';

/** What buildpacks may come from. */
export interface Sources {
  readonly sources: readonly BuildpackSource[];
  /** Resources whose images nobody looked at; a warning where kpack could not read them, because it goes on without. */
  readonly unknown: readonly (Reason & { readonly severity: Severity })[];
}

interface Place extends Offering {
  readonly resource: Resource;
}

/** Everything that may have buildpacks for a builder with this order. */
export function readSources(world: BuilderWorld, scope: BuilderScope, order: BuilderOrder): Sources {
  const sources: BuildpackSource[] = [];
  const unknown: Sources['unknown'][number][] = [];
  for (const place of placesOf(world, scope, order)) {
    const { resource, status } = place;
    const buildpacks = offeredBuildpacks(place, world);
    if (buildpacks.kind === 'known') sources.push({ resource, buildpacks: buildpacks.value });
    else if (isNotReady(status)) {
      const message = `${formatResource(resource)} is not ready${whyNotReady(status)}: its buildpacks are not used`;
      unknown.push({ severity: 'warning', message });
    } else {
      for (const reason of buildpacks.reasons) {
        unknown.push({ ...reason, severity: 'error', message: `${formatResource(resource)}: ${reason.message}` });
      }
    }
  }
  return { sources, unknown };
}

function placesOf(world: BuilderWorld, scope: BuilderScope, order: BuilderOrder): readonly Place[] {
  return [
    ...(scope.kind === 'Builder' ? placesOfBuildpacks(world, scope.namespace) : []),
    ...world.clusterBuildpacks().map(({ metadata, spec, status }): Place => ({
      resource: { kind: 'ClusterBuildpack', name: metadata.name },
      images: [spec.image],
      status,
    })),
    ...placesOfStore(scope.store === undefined ? undefined : world.clusterStore(scope.store)),
    ...imagesIn(order).map((image): Place => ({
      resource: { kind: 'image', name: image },
      images: [image],
      status: undefined,
    })),
  ];
}

function placesOfBuildpacks(world: BuilderWorld, namespace: string): readonly Place[] {
  return world.buildpacks().flatMap(({ metadata, spec, status }) => {
    if ((metadata.namespace ?? '') !== namespace) return [];
    const resource = { kind: 'Buildpack', namespace, name: metadata.name } as const;
    return [{ resource, images: [spec.image], status }];
  });
}

function placesOfStore(store: ReturnType<BuilderWorld['clusterStore']>): readonly Place[] {
  if (store === undefined) return [];
  const images = store.spec.sources.map(({ image }) => image);
  return [{ resource: { kind: 'ClusterStore', name: store.metadata.name }, images, status: store.status }];
}

/** The images that the order names itself; an entry with a kind is of a resource. */
export function imagesIn(order: BuilderOrder): readonly string[] {
  const entries = order.flatMap(({ group = [] }) => group);
  return [...new Set(entries.flatMap(({ kind = '', image = '' }) => (kind === '' && image !== '' ? [image] : [])))];
}
