import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildInputs } from '../../../src/core/model/build-inputs.ts';
import { parseSystemBuildpack } from '../../../src/core/model/system-buildpacks.ts';
import { translate } from '../../../src/core/translate/translate.ts';
import { writeSystemBuildpacks } from '../../../src/steps/prepare/system-buildpacks.ts';
import type { Universe } from '../../cluster/universe/universe.ts';
import { someAccount, someBuild } from '../../support/documents.ts';
import { someOptions } from '../../support/translation-of.ts';
import { readWorkload } from '../../support/workload.ts';
import type { Workspace } from '../../support/workspace.ts';
import { chosenGroup } from './chosen-group.ts';
import { builderEnvironment, builderFacts, makeVolumes } from './phase-environment.ts';
import { runContainer, type PhaseContainer } from './phase-runner.ts';
import { someUniverse } from './some-universe.ts';
import { unpackBuilder } from './unpacked-builder.ts';

const API = '0.15';
const RUN = { image: 'registry.example.com/run' };
const BUILDPACKS = ['test/hello@1.1.0', 'test/extra@1.0.0', 'test/environment@1.0.0', 'test/detect-fails@1.0.0'];
const GROUP = '[[order]]\n[[order.group]]\nid = "test/hello"\nversion = "1.1.0"\n';

describe('SYSTEM_BUILDPACKS and the real detector', function () {
  this.timeout(60_000);
  let images: Universe;
  let builder: Workspace;

  before(async function () {
    // The first run builds the lifecycle.
    this.timeout(1_800_000);
    images = await someUniverse('0.21.14');
  });

  beforeEach(() => {
    const { lifecycle } = images;
    const packages = [images['hello-1.1.0'], images.extra, images.environment, images['detect-fails']];
    builder = unpackBuilder({ lifecycle, packages, group: [], app: ['hello.txt', 'extra.txt'] });
    makeVolumes(builder.path, ['platform', 'var/detected']);
    builder.write({ 'cnb/order.toml': GROUP });
  });
  afterEach(() => builder.remove());

  it('add buildpacks before and after the group', async () => {
    expect((await detect('post:test/extra,pre:test/environment@1.0.0')).group).to.deep.equal([
      'test/environment@1.0.0',
      'test/hello@1.1.0',
      'test/extra@1.0.0',
    ]);
    expect((await detect('')).group).to.deep.equal(['test/hello@1.1.0']);
  });

  it('leave a buildpack of the group where it is', async () => {
    expect((await detect('post:test/hello,post:test/extra')).group).to.deep.equal([
      'test/hello@1.1.0',
      'test/extra@1.0.0',
    ]);
  });

  it("keep the buildpacks of the builder's own system.toml, which the file of the Build replaces", async () => {
    builder.write({
      'cnb/system.toml': '[[system.pre.buildpacks]]\nid = "test/environment"\nversion = "1.0.0"\n',
    });
    const own = { systemBuildpacks: { pre: [{ id: 'test/environment' }] } };
    const before = ['test/environment@1.0.0', 'test/hello@1.1.0'];
    expect((await detect('', own)).group).to.deep.equal(before);
    expect((await detect('post:test/extra', own)).group).to.deep.equal([...before, 'test/extra@1.0.0']);
    expect((await detect('post:test/extra')).group).to.deep.equal(['test/hello@1.1.0', 'test/extra@1.0.0']);
  });

  it('drop a group if one of them does not pass, even if it is optional', async () => {
    const { status, group } = await detect('pre:test/detect-fails:optional');
    expect([status, group]).to.deep.equal([20, []]);
  });

  /** Runs detect of a translated Build, with the files that prepare writes. */
  async function detect(setting: string, facts: Readonly<Record<string, unknown>> = {}) {
    const { container, inputs } = translated(setting, facts);
    const { systemBuildpacks } = inputs.application ?? {};
    if (systemBuildpacks !== undefined)
      await writeSystemBuildpacks(path.join(builder.path, 'platform'), systemBuildpacks, () => undefined);
    const environment = builderEnvironment(builder, API);
    const { status, output } = runContainer(container, {
      ...environment,
      images: Object.fromEntries(
        Object.entries(environment.images).map(([name, image]) => [
          name,
          {
            ...image,
            environment: { ...image.environment, CNB_SYSTEM_PATH: path.join(builder.path, 'cnb/system.toml') },
          },
        ]),
      ),
    });
    const file = path.join(builder.path, 'var/detected/group.toml');
    return { status, output, group: status === 0 ? chosenGroup(readFileSync(file, 'utf8')) : [] };
  }
});

function translated(setting: string, facts: Readonly<Record<string, unknown>>) {
  const known = { ...(builderFacts(API, RUN).value as object), buildpacks: BUILDPACKS.map(buildpack), ...facts };
  const systemBuildpacks = setting.split(',').flatMap((text) => parseSystemBuildpack(text) ?? []);
  const { manifests, problems } = translate(
    [someBuild(), someAccount(), { value: known }],
    someOptions({ to: 'pod', maximumPlatformApi: API, systemBuildpacks }),
  );
  expect(problems).to.deep.equal([]);
  const { containers, annotations } = readWorkload([...manifests].at(-1));
  const container = containers.find(({ name }) => name === 'detect') as PhaseContainer | undefined;
  if (container === undefined) throw new Error('a Build has the phase detect');
  return { container, inputs: JSON.parse(annotations['taskpack.dev/inputs'] ?? '') as BuildInputs };
}

function buildpack(name: string): object {
  const [id = '', version = ''] = name.split('@');
  const digest = `sha256:${'b'.repeat(64)}`;
  return { id, version, diffId: digest, digest, size: 1 };
}
