import { expect } from 'chai';
import { asBuild } from '../../../../src/core/model/objects/build.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import type { OciImage } from '../../../../src/insight/views/image-layers.ts';
import { versionChanges } from '../../../../src/insight/views/version-changes.ts';
import { someImageInput } from './some-images.ts';
import { someBuild } from './some-objects.ts';

/** A Build that used buildpacks such as `a/java@1`, a run image and a lifecycle. */
function build(buildpacks: readonly string[], runImage: string, lifecycleVersion: string): JsonObject {
  const buildMetadata = buildpacks.map((text) => {
    const [id = '', version = ''] = text.split('@');
    return { id, version };
  });
  return someBuild({ buildMetadata, stack: { runImage }, lifecycleVersion });
}

/** An image with the same facts in its labels. The name of the run image differs from that in a status. */
function image(buildpacks: readonly string[], runImage: string, lifecycle: string): OciImage {
  return someImageInput(
    buildpacks.map((buildpack, index) => [`layer-${index}`, 1, `x of ${buildpack}`]),
    {
      lifecycle: { runImage: { reference: `index.docker.io/${runImage}` } },
      'io.buildpacks.build.metadata': { launcher: { version: lifecycle } },
    },
  );
}

const OLD = [['a/java@1', 'a/gone@1', 'a/same@1'], 'run@sha256:a', '0.20.11'] as const;
const NEW = [['a/java@2', 'a/same@1', 'a/added@3'], 'run@sha256:b', '0.20.12'] as const;

const BUILDPACKS = [
  'buildpack updated a/java: 1 → 2',
  'buildpack added a/added: none → 3',
  'buildpack removed a/gone: 1 → none',
];

function changes(...sides: Parameters<typeof versionChanges>): readonly string[] | undefined {
  return versionChanges(...sides)?.map(
    ({ what, change, id = '', old = 'none', new: now = 'none' }) => `${what} ${change} ${id}: ${old} → ${now}`,
  );
}

describe('the changes of versions', () => {
  it('come from the statuses of both Builds', () => {
    expect(
      changes({ build: asBuild(build(...OLD)) }, { build: asBuild(build(...NEW)), image: image(...OLD) }),
    ).to.deep.equal([
      ...BUILDPACKS,
      'run-image updated : run@sha256:a → run@sha256:b',
      'lifecycle updated : 0.20.11 → 0.20.12',
    ]);
  });

  it('come from the labels of both images if a Build is deleted, whatever the name in the other status is', () => {
    expect(changes({ image: image(...OLD) }, { build: asBuild(build(...NEW)), image: image(...NEW) })).to.deep.equal([
      ...BUILDPACKS,
      'run-image updated : index.docker.io/run@sha256:a → index.docker.io/run@sha256:b',
      'lifecycle updated : 0.20.11 → 0.20.12',
    ]);
  });

  it('are none for equal Builds, and are not known if one side has no buildpacks', () => {
    expect(changes({ build: asBuild(build(...NEW)) }, { build: asBuild(build(...NEW)) })).to.deep.equal([]);
    expect(changes({}, { build: asBuild(build(...NEW)), image: image(...NEW) })).to.equal(undefined);
    expect(changes({ build: asBuild(build(...OLD)) }, { image: image(...NEW) })).to.equal(undefined);
  });
});
