import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { makeImage } from '../../../src/core/oci/image.ts';
import { makeLayer } from '../../../src/core/oci/layer.ts';
import type { TarEntry } from '../../../src/core/oci/tar.ts';
import { PLATFORM } from '../../cluster/images/platform.ts';
import { basicAuthorization } from '../../cluster/registry/account.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { STACK } from '../../cluster/universe/stack.ts';
import type { BuildPaths } from './build-paths.ts';
import { forgedMark, shownLinks } from './hostile-previous-image.ts';
import { slowLayer } from './slow-layer.ts';
import { forgedAnalyzed, type Attack } from './hostile-application.ts';
import type { HostileBed } from './hostile-bed.ts';
import { HOSTILE_ID, HOSTILE_LAYERS, LINKED_LAYER } from './hostile-buildpack.ts';

/** The name of the cache's metadata as a label and as a file (lifecycle, cache/common.go). */
const METADATA = 'io.buildpacks.lifecycle.cache.metadata';

/** The content of the cache that earlier Builds with the hostile buildpack can leave behind. */
interface HostileCache {
  readonly layer: ReturnType<typeof slowLayer>;
  readonly metadata: string;
}

/** Pushes the cache as an image. */
export async function pushHostileCache(
  bed: HostileBed,
  tag: string,
  attacks: readonly Attack[],
  paths: BuildPaths,
): Promise<void> {
  const { layer, metadata } = hostileCache(bed, attacks, paths);
  const [address, ...repository] = tag.split('/');
  const config = { ...PLATFORM, config: { Labels: { [METADATA]: metadata } } };
  const image = makeImage({ family: 'docker', config, layers: [layer] });
  await pushImage(
    image,
    { url: `http://${address}`, repository: repository.join('/'), authorization: basicAuthorization() },
    'latest',
  );
}

/** Writes the cache into the folder of a cache volume, as the user of Builds (lifecycle, cache/volume_cache.go). */
export function writeHostileCache(
  bed: HostileBed,
  folder: string,
  attacks: readonly Attack[],
  paths: BuildPaths,
): void {
  const { layer, metadata } = hostileCache(bed, attacks, paths);
  const committed = path.join(folder, 'committed');
  mkdirSync(committed, { recursive: true });
  const files = { [METADATA]: metadata, [`${layer.diffId}.tar`]: gunzipSync(layer.content) };
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(committed, name), content);
  const { uid, gid } = STACK.build;
  for (const name of ['', ...Object.keys(files)]) chownSync(path.join(committed, name), uid, gid);
}

function hostileCache(bed: HostileBed, attacks: readonly Attack[], paths: BuildPaths): HostileCache {
  const { login, analyzed } = paths;
  const name = path.basename(login);
  const helper = JSON.stringify({ credHelpers: { [bed.registry.address]: 'hostile' } });
  const files: Readonly<Partial<Record<Attack, Readonly<Record<string, string>>>>> = {
    helper: { [`${name}/config.json`]: helper },
    planted: { [path.basename(analyzed)]: forgedAnalyzed(bed) },
  };
  const entries = attacks.flatMap((attack) => Object.entries(files[attack] ?? {})).map(linkedFile);
  const links = attacks.includes('shown-by-the-cache') ? shownLinks('restore', paths) : [];
  const directory: TarEntry = { path: LINKED, kind: 'directory' };
  const layer = attacks.includes('early-by-the-cache')
    ? slowLayer([directory, forgedMark('restore', paths)])
    : makeLayer([directory, ...entries, ...links]);
  const layers = { [LINKED_LAYER]: { sha: layer.diffId, data: null, build: false, launch: false, cache: true } };
  const metadata = JSON.stringify({ buildpacks: [{ key: HOSTILE_ID, version: '1.0.0', layers }] });
  return { layer, metadata };
}

const LINKED = `${HOSTILE_LAYERS}/${LINKED_LAYER}`;

function linkedFile([name, content]: readonly [string, string]): TarEntry {
  return { path: `${LINKED}/${name}`, kind: 'file', content };
}
