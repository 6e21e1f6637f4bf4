import { makeImage, type Image } from '../../../src/registry/image.ts';
import { makeLayer } from '../../../src/registry/layer.ts';
import path from 'node:path';
import { PLATFORM } from '../../cluster/images/platform.ts';
import type { TarEntry } from '../../../src/registry/tar/tar.ts';
import type { HostileBed } from './hostile-bed.ts';
import { FOREIGN_LAYER, HOSTILE_ID, HOSTILE_LAYERS, LINKED_LAYER } from './hostile-buildpack.ts';
import type { BuildPaths } from './build-paths.ts';

/** An attack that an application asks for. `lifecycle` needs no file of the application. */
export type Attack = 'login' | 'helper' | 'foreign' | 'planted' | 'project' | 'labels' | 'early' | 'lifecycle';

/** Values that only an attack can put into the image's labels. */
export const FORGED_PROJECT = 'canary-of-a-forged-commit';
export const FORGED_LABEL = 'canary-of-a-forged-label';

/** Returns the files of an application that makes the hostile buildpacks try the attacks. */
export function applicationFiles(
  bed: HostileBed,
  attacks: readonly Attack[],
  paths: BuildPaths,
): Readonly<Record<string, string>> {
  const { login, analyzed, projectMetadata, mark } = paths;
  const variables = {
    ATTACKS: `'${attacks.join(' ')}'`,
    LOGIN_PARENT: path.dirname(login),
    ANALYZED: analyzed,
    ANALYZED_PARENT: path.dirname(analyzed),
    PROJECT_METADATA: projectMetadata,
    MARK: mark,
  };
  const label = JSON.stringify({ source: { version: { commit: FORGED_LABEL } } });
  return {
    'hostile.env': Object.entries(variables)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
    'forged-analyzed': forgedAnalyzed(bed),
    'forged-project': `[source]\ntype = "git"\n[source.version]\ncommit = "${FORGED_PROJECT}"\n`,
    'forged-launch.toml': `[[labels]]\nkey = "io.buildpacks.project.metadata"\nvalue = ${JSON.stringify(label)}\n`,
  };
}

/** Returns the cache image that earlier Builds with the hostile buildpack can leave behind. */
export function hostileCache(bed: HostileBed, attacks: readonly Attack[], { login, analyzed }: BuildPaths): Image {
  const name = path.basename(login);
  const helper = JSON.stringify({ credHelpers: { [bed.registry.address]: 'hostile' } });
  const files: Readonly<Partial<Record<Attack, Readonly<Record<string, string>>>>> = {
    helper: { [`${name}/config.json`]: helper },
    planted: { [path.basename(analyzed)]: forgedAnalyzed(bed) },
  };
  const entries = attacks.flatMap((attack) => Object.entries(files[attack] ?? {})).map(linkedFile);
  const layer = makeLayer([{ path: LINKED, kind: 'directory' }, ...entries]);
  const layers = { [LINKED_LAYER]: { sha: layer.diffId, data: null, build: false, launch: false, cache: true } };
  const metadata = JSON.stringify({ buildpacks: [{ key: HOSTILE_ID, version: '1.0.0', layers }] });
  const config = { ...PLATFORM, config: { Labels: { 'io.buildpacks.lifecycle.cache.metadata': metadata } } };
  return makeImage({ family: 'docker', config, layers: [layer] });
}

const LINKED = `${HOSTILE_LAYERS}/${LINKED_LAYER}`;

function linkedFile([name, content]: readonly [string, string]): TarEntry {
  return { path: `${LINKED}/${name}`, kind: 'file', content };
}

/** Names another repository as the previous image, which has the buildpack's layer. */
function forgedAnalyzed({ foreign, builders }: HostileBed): string {
  return `[image]
reference = "${foreign.reference}"

[[metadata.buildpacks]]
key = "${HOSTILE_ID}"
version = "1.0.0"

[metadata.buildpacks.layers.${FOREIGN_LAYER}]
sha = "${foreign.diffId}"
launch = true

[run-image]
reference = "${builders.runImage}"
`;
}
