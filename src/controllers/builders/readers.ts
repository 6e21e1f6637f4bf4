import type { Resource } from '../../buildpacks/source.ts';
import type { BuilderReading } from '../../builders/read-builder.ts';
import { parseImageReference, repositoryName } from '../../model/image-reference.ts';
import type { Account } from '../../registry-access/account.ts';
import type { Readers } from '../../registry-access/registry-access.ts';
import { referencedAccount } from '../parts/referenced-account.ts';
import { BUILDPACKS } from '../parts/sources.ts';
import type { PartStores } from './cluster-world.ts';

/** Who may read what a builder is made of, by repository: the accounts of the resources that it comes from. */
export function readersOf({ builder, resolution, stack, lifecycle }: BuilderReading, parts: PartStores): Readers {
  const { spec } = builder;
  const readers = new Map<string, Account>();
  const add = (image: string | undefined, account: Account | undefined): void => {
    const reference = image === undefined ? undefined : parseImageReference(image);
    const name = reference && repositoryName(reference);
    if (name !== undefined && account !== undefined && !readers.has(name)) readers.set(name, account);
  };
  if (stack.kind === 'known') {
    const account = ofCluster(parts.clusterStacks.store.get(spec.stack.name));
    add(stack.value.build.image, account);
    add(stack.value.runImage, account);
  }
  if (lifecycle.kind === 'known') {
    add(lifecycle.value.image, ofCluster(parts.clusterLifecycles.store.get(spec.lifecycle.name)));
  }
  if (resolution.kind === 'resolved') {
    for (const { buildpack, resource } of resolution.buildpacks) add(buildpack.image, accountOf(resource, parts));
  }
  // Nobody else's credentials are for where the builder goes.
  const tag = parseImageReference(spec.tag);
  if (tag !== undefined) readers.delete(repositoryName(tag));
  return readers;
}

function accountOf(resource: Resource, parts: PartStores): Account | undefined {
  switch (resource.kind) {
    case 'Buildpack': {
      const buildpack = parts.buildpacks.store.get(`${resource.namespace}/${resource.name}`);
      return buildpack && BUILDPACKS.account(buildpack);
    }
    case 'ClusterBuildpack':
      return ofCluster(parts.clusterBuildpacks.store.get(resource.name));
    case 'ClusterStore':
      return ofCluster(parts.clusterStores.store.get(resource.name));
    case 'image':
      return undefined;
  }
}

function ofCluster(part: Parameters<typeof referencedAccount>[0] | undefined): Account | undefined {
  return part && referencedAccount(part);
}
