import type { Buildpack } from '../../../src/core/buildpacks/buildpack.ts';
import type { BaseImages } from '../../../src/core/buildpacks/base-images.ts';
import type { ResolutionRequest } from '../../../src/core/buildpacks/resolution.ts';
import type { BuildpackSource, Resource } from '../../../src/core/buildpacks/buildpack-source.ts';
import type { PackageObject, StatusBuildpack, World } from './world.ts';

/** Converts a world to the input of taskpack's resolution. */
export function requestOf(world: World): ResolutionRequest {
  const { builder, buildpacks, clusterBuildpacks, clusterStore, images } = world;
  const store = clusterStore === undefined ? {} : { store: clusterStore.metadata.name };
  const { kind, metadata } = builder;
  const objects = [...buildpacks, ...clusterBuildpacks, ...(clusterStore === undefined ? [] : [clusterStore])];
  return {
    builder: kind === 'Builder' ? { kind, namespace: metadata.namespace ?? '', ...store } : { kind, ...store },
    order: builder.spec.order,
    sources: [...objects.map(sourceOf), ...Object.entries(images).map(([name, some]) => imageSource(name, some))],
    ...baseOf(world),
  };
}

function sourceOf({ kind, metadata, status }: PackageObject): BuildpackSource {
  const { name, namespace = '' } = metadata;
  const resource: Resource = kind === 'Buildpack' ? { kind, namespace, name } : { kind, name };
  return { resource, buildpacks: status.buildpacks.map(buildpackOf) };
}

function imageSource(name: string, buildpacks: readonly StatusBuildpack[]): BuildpackSource {
  return { resource: { kind: 'image', name }, buildpacks: buildpacks.map(buildpackOf) };
}

function buildpackOf({ storeImage, ...buildpack }: StatusBuildpack): Buildpack {
  return { ...buildpack, image: storeImage.image };
}

function baseOf({ clusterStack, clusterLifecycle, platforms }: World): BaseImages {
  const { id, mixins, buildImage } = clusterStack.status;
  const { image, apis } = clusterLifecycle.status;
  const lifecycle = {
    image: clusterLifecycle.spec.image,
    buildpackApis: apis.buildpack,
    platformApis: apis.platform,
    platform: platforms[image.latestImage] ?? { os: '' },
  };
  return { stack: { id, mixins, platform: platforms[buildImage.latestImage] ?? { os: '' } }, lifecycle };
}
