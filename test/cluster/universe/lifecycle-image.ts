import { readFileSync } from 'node:fs';
import type { Image } from '../../../src/core/oci/image.ts';
import { makeLayer, type Layer } from '../../../src/core/oci/layer.ts';
import type { TarEntry } from '../../../src/core/oci/tar.ts';
import { systemLayer } from './base-images.ts';
import { labelledImage } from './labelled-image.ts';
import { DEFAULT_LIFECYCLE, LIFECYCLE_APIS } from './lifecycle-version.ts';

/** The paths of a lifecycle's programs on this machine. */
export interface LifecyclePrograms {
  readonly version?: keyof typeof LIFECYCLE_APIS;
  readonly lifecycle: string;
  readonly launcher: string;
}

/** The names of the one program. The name selects the phase (lifecycle, cmd/lifecycle/main.go). */
const PHASES = ['analyzer', 'builder', 'creator', 'detector', 'exporter', 'extender', 'rebaser', 'restorer'];

/** The lowest versions, from the time when a lifecycle supported one version of each API (buildpacks/rfcs 0011). */
const OLDEST_APIS = { buildpack: '0.7', platform: '0.7' };

/** The lifecycle image as published (tools/image/main.go): with Docker's media types, and the lifecycle alone in the last layer. */
export function lifecycleImage(programs: LifecyclePrograms): Image {
  const { version = DEFAULT_LIFECYCLE } = programs;
  const { buildpack, platform } = LIFECYCLE_APIS[version];
  return labelledImage({
    family: 'docker',
    labels: {
      'io.buildpacks.lifecycle.version': version,
      'io.buildpacks.lifecycle.apis': {
        buildpack: { deprecated: [], supported: buildpack },
        platform: { deprecated: [], supported: platform },
      },
      'io.buildpacks.builder.metadata': { lifecycle: { version }, api: OLDEST_APIS },
    },
    layers: [systemLayer(), lifecycleLayer(programs)],
    container: { WorkingDir: '/layers' },
  });
}

function lifecycleLayer({ lifecycle, launcher, version = DEFAULT_LIFECYCLE }: LifecyclePrograms): Layer {
  return makeLayer(
    [
      program('lifecycle', lifecycle),
      program('launcher', launcher),
      ...['lifecycle', 'launcher'].flatMap(billsOfMaterials),
      ...PHASES.map((name): TarEntry => ({ path: `/cnb/lifecycle/${name}`, kind: 'symlink', target: 'lifecycle' })),
      { path: '/cnb/lifecycle.toml', kind: 'file', content: lifecycleToml(version) },
    ],
    { parents: true },
  );
}

function program(name: string, place: string): TarEntry {
  return { path: `/cnb/lifecycle/${name}`, kind: 'file', content: readFileSync(place), mode: 0o755 };
}

/** The bills of materials of a release. The exporter adds them to application images from Platform API 0.11 on. */
function billsOfMaterials(component: string): readonly TarEntry[] {
  const contents = {
    cdx: { bomFormat: 'CycloneDX', specVersion: '1.4', version: 1, metadata: { component: { name: component } } },
    spdx: { spdxVersion: 'SPDX-2.3', SPDXID: 'SPDXRef-DOCUMENT', name: component },
    syft: { artifacts: [], source: { type: 'file', target: component } },
  };
  return Object.entries(contents).map(([format, content]) => ({
    path: `/cnb/lifecycle/${component}.sbom.${format}.json`,
    kind: 'file',
    content: JSON.stringify(content),
  }));
}

function lifecycleToml(version: keyof typeof LIFECYCLE_APIS): string {
  const { buildpack, platform } = LIFECYCLE_APIS[version];
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
version = ${JSON.stringify(version)}
`;
}
