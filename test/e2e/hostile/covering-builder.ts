import { makeImage } from '../../../src/registry/image.ts';
import { makeLayer } from '../../../src/registry/layer.ts';
import { WAITER_COPY, WAITER_DIRECTORY } from '../../../translators/phases/volumes.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import type { Registry } from '../../cluster/registry/registry.ts';

/** The volume that the image declares, and in the image a link to the waiter's directory. Mounts of deeper paths come later. */
const COVERING_VOLUME = '/covering/the/waiter';

/**
 * Runs the command of the phase after the phase before has ended, as the waiter does, and ends nothing and proves nothing. Tekton's
 * waiter has the command after `--`.
 */
const FALSE_WAITER = `#!/bin/sh
while [ $# -gt 0 ]; do
  case "$1" in
    --wait_file=*) before="\${1#*=}";;
    --post_file=*) mark="\${1#*=}";;
    --entrypoint=*) command="\${1#*=}";;
    --) shift; break;;
  esac
  shift
done
[ -z "$before" ] || while [ ! -e "$before" ]; do sleep 1; done
if [ -n "$command" ]; then set -- "$command" "$@"; fi
"$@" || exit
[ -z "$mark" ] || touch "$mark"
`;

/** Adds a volume to a builder image, by which containerd covers the waiter with a program of the image. */
export async function pushCoveringBuilder(registry: Registry, builder: string): Promise<string> {
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
  const added = makeLayer(
    [
      { path: WAITER_COPY, kind: 'file', mode: 0o755, content: FALSE_WAITER },
      { path: COVERING_VOLUME, kind: 'symlink', target: WAITER_DIRECTORY.mountPath },
    ],
    { parents: true },
  );
  const layers = await Promise.all(
    manifest.layers.map(async ({ digest: layer, size, mediaType }, place) => {
      const blob = await fetch(`${registry.url}/v2/${repository}/blobs/${layer}`);
      const content = new Uint8Array(await blob.arrayBuffer());
      return { digest: layer, size, mediaType, content, diffId: config.rootfs.diff_ids[place] ?? '' };
    }),
  );
  const { rootfs: _, ...rest } = config;
  const image = makeImage({
    family: 'docker',
    config: { ...rest, config: { ...config.config, Volumes: { [COVERING_VOLUME]: {} } } } as never,
    layers: [...layers, added],
  });
  const covering = `${repository}-covering`;
  return `${registry.address}/${covering}@${await pushImage(image, { url: registry.url, repository: covering }, 'latest')}`;
}

interface Manifest {
  readonly config: { readonly digest: string };
  readonly layers: readonly { readonly digest: string; readonly size: number; readonly mediaType: string }[];
}

interface Config {
  readonly config: object;
  readonly rootfs: { readonly diff_ids: readonly string[] };
}
