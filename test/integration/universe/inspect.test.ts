import { expect } from 'chai';
import type { ImageFacts } from '../../../src/core/api/taskpack/image-facts.ts';
import { PLATFORM } from '../../cluster/images/platform.ts';
import { pushUniverse, type PushedUniverse } from '../../cluster/universe/push-universe.ts';
import type { Universe, UniverseName } from '../../cluster/universe/universe.ts';
import { buildCommand, runCommand } from '../../support/command.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';
import { someUniverse } from './some-universe.ts';

type BuildpackFacts = NonNullable<ImageFacts['buildpacks']>[number];

const STACK = {
  stackId: 'io.test.stacks.tiny',
  targets: [{ os: 'linux', arch: PLATFORM.architecture, distros: [{ name: 'tiny', version: '1' }] }],
};

/** The buildpacks of each package, its main buildpack first. */
const PACKAGES: Readonly<Record<Exclude<UniverseName, 'run' | 'build' | 'lifecycle'>, readonly string[]>> = {
  'hello-1.0.0': ['test/hello@1.0.0'],
  'hello-1.1.0': ['test/hello@1.1.0'],
  'hello-2.0.0-rc.1': ['test/hello@2.0.0-rc.1'],
  extra: ['test/extra@1.0.0'],
  environment: ['test/environment@1.0.0'],
  meta: ['test/meta@1.0.0', 'test/extra@1.0.0', 'test/hello@1.0.0'],
  nested: ['test/nested@1.0.0', 'test/environment@1.0.0', 'test/extra@1.0.0', 'test/hello@1.0.0', 'test/meta@1.0.0'],
  apart: ['test/apart@1.0.0'],
  searches: ['test/searches@1.0.0'],
  'detect-fails': ['test/detect-fails@1.0.0'],
  'detect-errors': ['test/detect-errors@1.0.0'],
  'build-fails': ['test/build-fails@1.0.0'],
  exhausts: ['test/exhausts@1.0.0'],
  'unsupported-api': ['test/unsupported-api@1.0.0'],
  'wrong-stack': ['test/wrong-stack@1.0.0'],
  'missing-mixin': ['test/missing-mixin@1.0.0'],
  'other-target': ['test/other-target@1.0.0'],
  'no-semver': ['test/no-semver@latest'],
  'other-hello-1.1.0': ['test/hello@1.1.0'],
  cycle: ['test/cycle-a@1.0.0', 'test/cycle-b@1.0.0'],
};

const PACKAGE_NAMES = Object.keys(PACKAGES) as readonly (keyof typeof PACKAGES)[];

describe('the universe in a registry', () => {
  const registry = temporaryRegistry('none');
  let images: Universe;
  let pushed: PushedUniverse;
  let inspected: readonly ImageFacts[];

  before(async function () {
    // The first run builds the lifecycle.
    this.timeout(1_800_000);
    buildCommand();
    images = await someUniverse();
    pushed = await pushUniverse(registry(), images);
    const { stdout, stderr } = runCommand(['inspect', '-o', 'json', ...Object.values(pushed)]);
    expect(stderr).to.equal('');
    ({ items: inspected } = JSON.parse(stdout) as { readonly items: readonly ImageFacts[] });
  });

  function factsOf(name: UniverseName): ImageFacts {
    const facts = inspected.find(({ image }) => image === pushed[name]);
    if (facts === undefined) throw new Error(`nothing is said of ${name}`);
    return facts;
  }

  function buildpackOf(name: UniverseName, id: string): BuildpackFacts | undefined {
    return factsOf(name).buildpacks?.find((buildpack) => buildpack.id === id);
  }

  it('has every image', () => {
    const digests = Object.entries(pushed).map(([name]) => [name, factsOf(name as UniverseName).digest]);
    expect(digests).to.deep.equal(Object.entries(images).map(([name, { manifest }]) => [name, manifest.digest]));
  });

  it('has a run image and a build image with the same base layers', () => {
    expect(factsOf('run')).to.deep.include({ ...STACK, mixins: ['busybox', 'run:fonts'] });
    expect(factsOf('run')).to.not.have.any.keys('uid', 'buildpacks', 'lifecycle');
    expect(factsOf('build')).to.deep.include({ ...STACK, mixins: ['busybox', 'build:headers'], uid: 1000, gid: 1000 });
    const shared = images.run.layers.map(({ digest }) => digest);
    expect(factsOf('build').layers?.map(({ digest }) => digest)).to.include.ordered.members(shared);
  });

  it('has a lifecycle in the last layer of its image', () => {
    const { lifecycle } = factsOf('lifecycle');
    expect(lifecycle).to.deep.include({
      version: '0.20.12',
      api: { buildpack: '0.7', platform: '0.7' },
      apis: {
        buildpack: { supported: ['0.7', '0.8', '0.9', '0.10', '0.11'] },
        platform: { supported: ['0.7', '0.8', '0.9', '0.10', '0.11', '0.12', '0.13', '0.14'] },
      },
    });
    expect(lifecycle?.layer?.diffId).to.equal(images.lifecycle.layers.at(-1)?.diffId);
  });

  for (const name of PACKAGE_NAMES) {
    it(`has a package with ${PACKAGES[name].join(', ')}: ${name}`, () => {
      const { buildpacks = [] } = factsOf(name);
      const [own, ...others] = PACKAGES[name];
      expect(buildpacks.map(nameOf)).to.have.members([own, ...others]);
      expect(nameOf(packageLabel(images, name))).to.equal(own);
      // One layer for each buildpack, and no other layers.
      const diffIds = images[name].layers.map(({ diffId }) => diffId);
      expect(buildpacks.map(({ diffId }) => diffId)).to.have.members(diffIds);
      expect(new Set(diffIds).size).to.equal(diffIds.length);
    });
  }

  it('has the same buildpack in several packages, and another buildpack with the same name', () => {
    const single = buildpackOf('hello-1.0.0', 'test/hello');
    for (const name of ['meta', 'nested'] as const) {
      expect(buildpackOf(name, 'test/hello')).to.include({ diffId: single?.diffId, digest: single?.digest });
    }
    const others = (['hello-1.1.0', 'other-hello-1.1.0'] as const).map((name) => buildpackOf(name, 'test/hello'));
    expect(new Set(others.map((buildpack) => buildpack?.diffId)).size).to.equal(2);
  });

  it('has composite buildpacks', () => {
    const child = { id: 'test/hello', version: '1.0.0' };
    const optional = { id: 'test/extra', version: '1.0.0', optional: true };
    expect(buildpackOf('meta', 'test/meta')?.order).to.deep.equal([{ group: [child, optional] }]);
    const meta = { id: 'test/meta', version: '1.0.0' };
    const last = { id: 'test/environment', version: '1.0.0' };
    expect(buildpackOf('nested', 'test/nested')?.order).to.deep.equal([{ group: [meta, last] }]);
    expect(buildpackOf('cycle', 'test/cycle-a')?.order?.[0]?.group?.[0]?.id).to.equal('test/cycle-b');
    expect(buildpackOf('cycle', 'test/cycle-b')?.order?.[0]?.group?.[0]?.id).to.equal('test/cycle-a');
  });

  it('has incompatible buildpacks, whose labels show the incompatibility', () => {
    expect(buildpackOf('unsupported-api', 'test/unsupported-api')?.api).to.equal('0.99');
    expect(buildpackOf('wrong-stack', 'test/wrong-stack')?.stacks).to.deep.equal([{ id: 'io.test.stacks.other' }]);
    expect(buildpackOf('missing-mixin', 'test/missing-mixin')?.stacks).to.deep.equal([
      { id: 'io.test.stacks.tiny', mixins: ['compiler'] },
    ]);
    const target = { os: 'linux', arch: 'mips64' };
    expect(buildpackOf('other-target', 'test/other-target')?.targets).to.deep.equal([target]);
  });
});

function nameOf({ id, version }: { readonly id: string; readonly version?: string }): string {
  return `${id}@${version}`;
}

/** Returns the main buildpack of a package, which the facts do not contain. */
function packageLabel(images: Universe, name: UniverseName): { readonly id: string; readonly version: string } {
  const { config } = JSON.parse(Buffer.from(images[name].config.content).toString()) as {
    readonly config: { readonly Labels: Readonly<Record<string, string>> };
  };
  return JSON.parse(config.Labels['io.buildpacks.buildpackage.metadata'] ?? '') as { id: string; version: string };
}
