import type { BuilderReading } from '../../core/builders/read-builder.ts';
import type { Resource } from '../../core/buildpacks/buildpack-source.ts';
import { parseImageReference, repositoryName } from '../../core/model/image-reference.ts';
import type { Account } from '../registry-access/account.ts';
import type { RepositoryAccounts } from '../registry-access/registry-access.ts';
import { BUILDPACKS, referencedAccount } from '../buildpack-resources/resource-kinds.ts';
import type { BuildpackResourceStores } from './assemble-from-cluster.ts';

/**
 * Returns the account for each repository from which the builder's content is read: the account of the resource that
 * names the repository.
 */
export function repositoryAccounts(
  { builder, resolution, stack, lifecycle }: BuilderReading,
  stores: BuildpackResourceStores,
): RepositoryAccounts {
  const { spec } = builder;
  const accounts = new Map<string, Account>();
  const add = (image: string | undefined, account: Account | undefined): void => {
    const reference = image === undefined ? undefined : parseImageReference(image);
    const name = reference && repositoryName(reference);
    if (name !== undefined && account !== undefined && !accounts.has(name)) accounts.set(name, account);
  };
  if (stack.kind === 'known') {
    const account = clusterAccount(stores.clusterStacks.store.get(spec.stack.name));
    add(stack.value.build.image, account);
    add(stack.value.runImage, account);
  }
  if (lifecycle.kind === 'known') {
    add(lifecycle.value.image, clusterAccount(stores.clusterLifecycles.store.get(spec.lifecycle.name)));
  }
  if (resolution.kind === 'resolved') {
    for (const { buildpack, resource } of resolution.buildpacks)
      add(buildpack.image, resourceAccount(resource, stores));
  }
  // The builder's own repository is written, so only the builder's account may be used for it.
  const tag = parseImageReference(spec.tag);
  if (tag !== undefined) accounts.delete(repositoryName(tag));
  return accounts;
}

function resourceAccount(resource: Resource, stores: BuildpackResourceStores): Account | undefined {
  switch (resource.kind) {
    case 'Buildpack': {
      const buildpack = stores.buildpacks.store.get(`${resource.namespace}/${resource.name}`);
      return buildpack && BUILDPACKS.account(buildpack);
    }
    case 'ClusterBuildpack':
      return clusterAccount(stores.clusterBuildpacks.store.get(resource.name));
    case 'ClusterStore':
      return clusterAccount(stores.clusterStores.store.get(resource.name));
    case 'image':
      return undefined;
  }
}

function clusterAccount(object: Parameters<typeof referencedAccount>[0] | undefined): Account | undefined {
  return object && referencedAccount(object);
}
