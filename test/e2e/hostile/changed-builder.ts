import path from 'node:path';
import { makeImage } from '../../../src/core/oci/image.ts';
import { makeLayer } from '../../../src/core/oci/layer.ts';
import type { TarEntry } from '../../../src/core/oci/tar.ts';
import type { ResolvedBuild } from '../../../src/core/model/resolved-build.ts';
import { orderDirectory } from '../../../translators/phases/order-directory.ts';
import { WAITER_COPY, WAITER_DIRECTORY } from '../../../translators/phases/volumes.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import { FALSE_WAITER } from './false-waiter.ts';

/** The volume that the image declares, and in the image a link to the waiter's directory. Mounts of deeper paths come later. */
const COVERING_VOLUME = '/covering/the/waiter';

/** The place of the false waiter in the application. */
export const WAITER_OF_THE_SOURCE = `${path.basename(WAITER_DIRECTORY.mountPath)}/${path.basename(WAITER_COPY)}`;

/** A change of a builder image. */
export interface Change {
  readonly name: string;
  readonly entries: readonly TarEntry[];
  readonly volumes?: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
  /** Variables of the image, as `NAME=VALUE`. */
  readonly env?: readonly string[];
}

/** Adds a volume to a builder image, by which containerd covers the waiter with a program of the image. */
export async function pushCoveringBuilder(registry: Registry, builder: string): Promise<string> {
  return pushChangedBuilder(registry, builder, {
    name: 'covering',
    entries: [
      { path: WAITER_COPY, kind: 'file', mode: 0o755, content: FALSE_WAITER },
      { path: COVERING_VOLUME, kind: 'symlink', target: WAITER_DIRECTORY.mountPath },
    ],
    volumes: [COVERING_VOLUME],
  });
}

/**
 * Returns the directory of the waiter of Builds with a builder image. The author of a later image knows the hash in its name. The
 * author of this image does not, because the hash depends on the image.
 */
export function orderDirectoryOf(builder: string): string {
  return orderDirectory({ builder: { image: builder, lifecycle: builder } } as unknown as ResolvedBuild, {
    trusted: false,
  });
}

/**
 * Adds links to a builder image, in place of the parent of the waiter's directory: at the root, and at the path for the image
 * without the links. The container runtime mounts the waiter in the volume of the application, and prepare later replaces the mount
 * point by a directory of the application.
 */
export async function pushLinkedBuilder(registry: Registry, builder: string): Promise<string> {
  const parent = path.dirname(WAITER_DIRECTORY.mountPath);
  return pushChangedBuilder(registry, builder, {
    name: 'linked',
    entries: ['', orderDirectoryOf(builder)].map((directory) => link(directory + parent, '/workspace')),
  });
}

/** Returns a file of an image. */
export function file(place: string, content: string | Buffer, mode = 0o644): TarEntry {
  return { path: place, kind: 'file', mode, content };
}

export function link(place: string, target: string): TarEntry {
  return { path: place, kind: 'symlink', target };
}

/** Pushes a builder image with one more layer, and returns its reference by digest. */
export async function pushChangedBuilder(
  registry: Registry,
  builder: string,
  { name: suffix, entries, volumes, labels, env }: Change,
): Promise<string> {
  const [name = '', digest = ''] = builder.slice(registry.address.length + 1).split('@');
  const repository = name.replace(/:.*$/, '');
  const read = async (place: string): Promise<Record<string, unknown>> => {
    const accept = 'application/vnd.docker.distribution.manifest.v2+json, application/vnd.oci.image.manifest.v1+json';
    const response = await fetch(`${registry.url}/v2/${repository}/${place}`, { headers: { accept } });
    if (!response.ok)
      throw new Error(
        `${builder} in ${registry.url}/${repository}, ${place}: ${response.status} ${await response.text()}`,
      );
    return (await response.json()) as Record<string, unknown>;
  };
  const manifest = (await read(`manifests/${digest}`)) as unknown as Manifest;
  const config = (await read(`blobs/${manifest.config.digest}`)) as unknown as Config;
  const added = makeLayer(entries, { parents: true });
  const layers = manifest.layers.map((layer, place) => ({ ...layer, diffId: config.rootfs.diff_ids[place] ?? '' }));
  const { rootfs: _, ...rest } = config;
  const declared = volumes && { Volumes: Object.fromEntries(volumes.map((volume) => [volume, {}])) };
  const labelled = labels && { Labels: { ...config.config.Labels, ...labels } };
  const variables = env && { Env: [...(config.config.Env ?? []), ...env] };
  const image = makeImage({
    family: 'docker',
    config: { ...rest, config: { ...config.config, ...declared, ...labelled, ...variables } } as never,
    layers: [...layers, added],
  });
  const changed = `${repository}-${suffix}`;
  return `${registry.address}/${changed}@${await pushImage(image, { url: registry.url, repository: changed, from: repository }, 'latest')}`;
}

interface Manifest {
  readonly config: { readonly digest: string };
  readonly layers: readonly { readonly digest: string; readonly size: number; readonly mediaType: string }[];
}

interface Config {
  readonly config: { readonly Labels?: Readonly<Record<string, string>>; readonly Env?: readonly string[] };
  readonly rootfs: { readonly diff_ids: readonly string[] };
}
