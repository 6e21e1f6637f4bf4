import type { BuilderOrder } from '../../api/kpack/builder.ts';
import {
  type BuilderScope,
  type BuildpackSource,
  formatResource,
  type Resource,
} from '../../buildpacks/buildpack-source.ts';
import type { Severity } from '../../model/problem.ts';
import { type BuilderResources, isNotReady, whyNotReady } from '../builder-resources.ts';
import type { Reason } from '../reading.ts';
import { offeredBuildpacks, type BuildpackResourceState } from './buildpacks.ts';

/** The resources and images that a builder takes buildpacks from. */
export interface Sources {
  readonly sources: readonly BuildpackSource[];
  /** Resources without known buildpacks. If kpack failed to read them, it is a warning, because kpack ignores them. */
  readonly unknown: readonly (Reason & { readonly severity: Severity })[];
}

interface Candidate extends BuildpackResourceState {
  readonly resource: Resource;
}

/** The most buildpacks in the statuses of a builder's resources. Each takes about 2 µs, and the event loop waits. */
const MAX_BUILDPACKS = 20_000;

/** Reads all resources and images that can have buildpacks for a builder with this order. Stops with an error above 20,000 buildpacks. */
export function readSources(resources: BuilderResources, scope: BuilderScope, order: BuilderOrder): Sources {
  const sources: BuildpackSource[] = [];
  const unknown: Sources['unknown'][number][] = [];
  let buildpacksLeft = MAX_BUILDPACKS;
  for (const candidate of candidatesOf(resources, scope, order)) {
    const { resource, status } = candidate;
    buildpacksLeft -= status?.buildpacks?.length ?? 0;
    if (buildpacksLeft < 0) {
      unknown.push({
        severity: 'error',
        message: `the resources up to ${formatResource(resource)} have more than ${MAX_BUILDPACKS} buildpacks: delete resources that no builder needs, or old versions from them`,
      });
      break;
    }
    const buildpacks = offeredBuildpacks(candidate, resources);
    if (buildpacks.kind === 'known') sources.push({ resource, buildpacks: buildpacks.value });
    else if (isNotReady(status)) {
      const message = `${formatResource(resource)} is not ready${whyNotReady(status)}; its buildpacks are not used`;
      unknown.push({ severity: 'warning', message });
    } else {
      for (const reason of buildpacks.reasons) {
        unknown.push({ ...reason, severity: 'error', message: `${formatResource(resource)}: ${reason.message}` });
      }
    }
  }
  return { sources, unknown };
}

function candidatesOf(resources: BuilderResources, scope: BuilderScope, order: BuilderOrder): readonly Candidate[] {
  return [
    ...(scope.kind === 'Builder' ? candidatesOfBuildpacks(resources, scope.namespace) : []),
    ...resources.clusterBuildpacks().map(({ metadata, spec, status }): Candidate => ({
      resource: { kind: 'ClusterBuildpack', name: metadata.name },
      images: [spec.image],
      status,
    })),
    ...candidatesOfStore(scope.store === undefined ? undefined : resources.clusterStore(scope.store)),
    ...imagesIn(order).map((image): Candidate => ({
      resource: { kind: 'image', name: image },
      images: [image],
      status: undefined,
    })),
  ];
}

function candidatesOfBuildpacks(resources: BuilderResources, namespace: string): readonly Candidate[] {
  return resources.buildpacks().flatMap(({ metadata, spec, status }) => {
    if ((metadata.namespace ?? '') !== namespace) return [];
    const resource = { kind: 'Buildpack', namespace, name: metadata.name } as const;
    return [{ resource, images: [spec.image], status }];
  });
}

function candidatesOfStore(store: ReturnType<BuilderResources['clusterStore']>): readonly Candidate[] {
  if (store === undefined) return [];
  const images = store.spec.sources.map(({ image }) => image);
  return [{ resource: { kind: 'ClusterStore', name: store.metadata.name }, images, status: store.status }];
}

/** Returns the images that the order names directly. An entry with a kind refers to a resource. */
export function imagesIn(order: BuilderOrder): readonly string[] {
  const entries = order.flatMap(({ group = [] }) => group);
  return [...new Set(entries.flatMap(({ kind = '', image = '' }) => (kind === '' && image !== '' ? [image] : [])))];
}
