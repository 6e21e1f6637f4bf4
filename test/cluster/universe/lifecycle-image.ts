import { readFileSync } from 'node:fs';
import type { Image } from '../../../src/registry/image.ts';
import { makeLayer, type Layer } from '../../../src/registry/layer.ts';
import type { TarEntry } from '../../../src/registry/tar/tar-entry.ts';
import { PROGRAMS } from '../programs/program.ts';
import { systemLayer } from './base-images.ts';
import { labelledImage } from './labelled-image.ts';

/** Where the bed's `lifecycle` and `launcher` are on this machine. */
export interface LifecyclePrograms {
  readonly lifecycle: string;
  readonly launcher: string;
}

/** What one program is called by; the name tells it which phase to run (lifecycle, cmd/lifecycle/main.go). */
const PHASES = ['analyzer', 'builder', 'creator', 'detector', 'exporter', 'extender', 'rebaser', 'restorer'];

/** All APIs that the bed's lifecycle speaks (its api/apis.go); it calls none of them deprecated. */
export const LIFECYCLE_APIS = {
  buildpack: ['0.7', '0.8', '0.9', '0.10', '0.11'],
  platform: ['0.7', '0.8', '0.9', '0.10', '0.11', '0.12', '0.13', '0.14'],
} as const;

const VERSION = PROGRAMS.lifecycle.version.slice(1);

/** From when a lifecycle spoke one version of each (buildpacks/rfcs 0011): the lowest. */
const OLDEST_APIS = { buildpack: '0.7', platform: '0.7' };

/** The lifecycle as it is published (its tools/image/main.go): in Docker's types, and alone in the last layer. */
export function lifecycleImage(programs: LifecyclePrograms): Image {
  const { buildpack, platform } = LIFECYCLE_APIS;
  return labelledImage({
    family: 'docker',
    labels: {
      'io.buildpacks.lifecycle.version': VERSION,
      'io.buildpacks.lifecycle.apis': {
        buildpack: { deprecated: [], supported: buildpack },
        platform: { deprecated: [], supported: platform },
      },
      'io.buildpacks.builder.metadata': { lifecycle: { version: VERSION }, api: OLDEST_APIS },
    },
    layers: [systemLayer(), lifecycleLayer(programs)],
    container: { WorkingDir: '/layers' },
  });
}

function lifecycleLayer({ lifecycle, launcher }: LifecyclePrograms): Layer {
  return makeLayer(
    [
      program('lifecycle', lifecycle),
      program('launcher', launcher),
      ...PHASES.map((name): TarEntry => ({ path: `/cnb/lifecycle/${name}`, kind: 'symlink', target: 'lifecycle' })),
      { path: '/cnb/lifecycle.toml', kind: 'file', content: lifecycleToml() },
    ],
    { parents: true },
  );
}

function program(name: string, place: string): TarEntry {
  return { path: `/cnb/lifecycle/${name}`, kind: 'file', content: readFileSync(place), mode: 0o755 };
}

function lifecycleToml(): string {
  const { buildpack, platform } = LIFECYCLE_APIS;
  return `[apis]
[apis.buildpack]
deprecated = []
supported = ${JSON.stringify(buildpack)}
[apis.platform]
deprecated = []
supported = ${JSON.stringify(platform)}

[api]
platform = ${JSON.stringify(OLDEST_APIS.platform)}
buildpack = ${JSON.stringify(OLDEST_APIS.buildpack)}

[lifecycle]
version = ${JSON.stringify(VERSION)}
`;
}
