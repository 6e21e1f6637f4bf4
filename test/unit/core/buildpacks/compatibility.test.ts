import { expect } from 'chai';
import type { Buildpack } from '../../../../src/core/buildpacks/buildpack.ts';
import type { LifecycleFacts, StackFacts } from '../../../../src/core/buildpacks/base-images.ts';
import {
  contentsOf,
  messagesOf,
  problemsOf,
  resolution,
  someBuildpack,
  someMeta,
  someSource,
} from './some-buildpacks.ts';

const LIFECYCLE: LifecycleFacts = {
  image: 'example.com/lifecycle',
  buildpackApis: { deprecated: ['0.2'], supported: ['0.3', '0.4', '0.5', '0.10', '0.12'] },
  platformApis: { deprecated: ['0.6'], supported: ['0.7', '0.9'] },
  platform: { os: 'linux', architecture: 'amd64' },
};
const STRICT: LifecycleFacts = { ...LIFECYCLE, platformApis: { deprecated: ['0.3'], supported: ['0.6'] } };
const STACK: StackFacts = {
  id: 'some.stack',
  mixins: ['git', 'build:gcc', 'run:libc', 'build:curl', 'run:curl'],
  platform: { os: 'linux', architecture: 'arm64', variant: 'v8' },
  distro: { name: 'ubuntu', version: '24.04' },
};

interface Row {
  readonly title: string;
  readonly buildpack: Partial<Buildpack>;
  readonly lifecycle?: LifecycleFacts;
  readonly stack?: StackFacts;
  readonly says: readonly string[];
}

const ROWS: readonly Row[] = [
  { title: 'a buildpack without stacks', buildpack: { stacks: [] }, says: [] },
  { title: 'the stack', buildpack: { stacks: [{ id: 'other' }, { id: 'some.stack' }] }, says: [] },
  {
    title: 'a buildpack for another stack',
    buildpack: { stacks: [{ id: 'other' }] },
    says: ['validating buildpack a@1: stack some.stack is not supported'],
  },
  { title: 'a buildpack for any stack', buildpack: { api: '0.5', stacks: [{ id: '*' }] }, says: [] },
  {
    title: 'a buildpack for any stack, whose API version compares by number',
    buildpack: { api: '0.10', stacks: [{ id: '*' }] },
    says: [],
  },
  {
    title: 'any stack in a Buildpack API that does not support it',
    buildpack: { api: '0.4', stacks: [{ id: '*' }] },
    says: ['validating buildpack a@1: stack some.stack is not supported'],
  },
  { title: 'a deprecated API', buildpack: { api: '0.2' }, says: [] },
  {
    title: 'an API that the lifecycle does not support',
    buildpack: { api: '0.1' },
    says: ['validating buildpack a@1: unsupported buildpack api: 0.1, expecting: 0.2, 0.3, 0.4, 0.5, 0.10, 0.12'],
  },
  {
    title: 'an API in another spelling',
    buildpack: { api: '0.3.0' },
    says: ['validating buildpack a@1: unsupported buildpack api: 0.3.0, expecting: 0.2, 0.3, 0.4, 0.5, 0.10, 0.12'],
  },
  mixins('that are there', ['git', 'build:gcc', 'run:libc']),
  mixins('of a stage, which both have', ['build:git', 'run:git']),
  mixins('of both, which each stage has', ['curl']),
  mixins('of both, which one stage has', ['gcc', 'libc'], 'gcc, libc'),
  mixins('of the other stage', ['run:gcc', 'git', 'build:libc'], 'run:gcc, build:libc'),
  { ...mixins('of a stage, before they were relaxed', ['build:git'], 'build:git'), lifecycle: STRICT },
  { ...mixins('of both, before they were relaxed', ['curl', 'git'], 'curl'), lifecycle: STRICT },
  {
    title: 'mixins of the first matching stack',
    buildpack: { stacks: [{ id: '*', mixins: ['x', 'y'] }, { id: 'some.stack' }] },
    says: ['validating buildpack a@1: stack missing mixin(s): x, y'],
  },
  targets('none', [], true),
  targets('the same', [{ os: 'linux', arch: 'arm64', variant: 'v8' }], true),
  targets('only the system', [{ os: 'linux' }], true),
  targets('nothing in particular', [{}], true),
  targets('empty fields', [{ os: '', arch: '', variant: '', distros: [{ name: '', version: '' }] }], true),
  targets('one of several', [{ os: 'windows' }, { os: 'linux', arch: 'arm64' }], true),
  targets('another architecture', [{ os: 'linux', arch: 'amd64' }], false, 'linux/amd64'),
  targets('another variant', [{ os: 'linux', arch: 'arm64', variant: 'v7' }], false, 'linux/arm64/v7'),
  targets('another system', [{ os: 'windows' }], false, 'windows'),
  targets('the distribution', [{ distros: [{ name: 'debian' }, { name: 'ubuntu', version: '24.04' }] }], true),
  targets('any of its versions', [{ distros: [{ name: 'ubuntu' }] }], true),
  targets(
    'another distribution, or version of it',
    [{ arch: 'arm64', distros: [{ name: 'debian' }, { name: 'ubuntu', version: '22.04' }] }],
    false,
    '*/arm64 (debian *, ubuntu 22.04)',
  ),
  {
    ...targets('any distribution, where nobody knows it', [{ distros: [{ name: 'debian' }] }], true),
    stack: unknown(),
  },
  {
    title: 'targets of a Buildpack API before targets',
    buildpack: { api: '0.5', targets: [{ os: 'windows' }] },
    says: ['validating buildpack a@1: target linux/arm64/v8 (ubuntu 24.04) is not supported, expecting: windows'],
  },
];

function mixins(title: string, required: readonly string[], missing?: string): Row {
  const says = missing === undefined ? [] : [`validating buildpack a@1: stack missing mixin(s): ${missing}`];
  return { title: `mixins ${title}`, buildpack: { stacks: [{ id: 'some.stack', mixins: required }] }, says };
}

function targets(title: string, list: Buildpack['targets'] & {}, fits: boolean, expecting = ''): Row {
  const words = `target linux/arm64/v8 (ubuntu 24.04) is not supported, expecting: ${expecting}`;
  const says = fits ? [] : [`validating buildpack a@1: ${words}`];
  return { title: `targets: ${title}`, buildpack: { api: '0.12', targets: list }, says };
}

function unknown(): StackFacts {
  return { id: 'some.stack', mixins: [], platform: { os: 'linux' } };
}

describe('compatibility of buildpacks with a lifecycle and a stack', () => {
  for (const { title, buildpack, lifecycle = LIFECYCLE, stack = STACK, says } of ROWS) {
    it(title, () => {
      const source = someSource('ClusterStore', 'some-store', someBuildpack('a@1', buildpack));
      const base = { lifecycle: { ...lifecycle, platform: stack.platform }, stack };
      const messages = messagesOf(resolution([[{ id: 'a' }]], [source], base));
      expect(messages.filter((message) => message.startsWith('validating buildpack'))).to.deep.equal(says);
    });
  }

  it('reports all problems at once, with all entries that need the buildpack', () => {
    const bad = someBuildpack('a@1', {
      api: '0.1',
      stacks: [{ id: 'other' }],
    });
    const worse = someBuildpack('b@1', {
      api: '0.12',
      stacks: [{ id: 'some.stack', mixins: ['x'] }],
      targets: [{ arch: 's390x' }],
    });
    const source = someSource('ClusterStore', 'some-store', someMeta('m@1', 'a@1', 'b@1'), bad, worse);
    const base = { lifecycle: { ...LIFECYCLE, platform: STACK.platform }, stack: STACK };
    const order = [[{ id: 'm' }, { id: 'none' }], [{ id: 'b', optional: true }]];
    expect(problemsOf(resolution(order, [source], base))).to.deep.equal([
      "spec.order[0].group[1]: could not find buildpack with id 'none'",
      'spec.order[0].group[0]: validating buildpack a@1: unsupported buildpack api: 0.1, expecting: 0.2, 0.3, 0.4, 0.5, 0.10, 0.12',
      'spec.order[0].group[0]: validating buildpack a@1: stack some.stack is not supported',
      'spec.order[0].group[0], spec.order[1].group[0]: validating buildpack b@1: stack missing mixin(s): x',
      'spec.order[0].group[0], spec.order[1].group[0]: validating buildpack b@1: target linux/arm64/v8 (ubuntu 24.04) is not supported, expecting: */s390x',
    ]);
  });

  it('does not check composite buildpacks, which run nothing', () => {
    const meta = { ...someMeta('m@1', 'a@1'), api: '0.1', stacks: [{ id: 'other' }], targets: [{ os: 'windows' }] };
    const source = someSource('ClusterStore', 'some-store', meta, 'a@1');
    const base = { lifecycle: { ...LIFECYCLE, platform: STACK.platform }, stack: STACK };
    expect(contentsOf(resolution([[{ id: 'm' }]], [source], base))).to.deep.equal(['a@1', 'm@1']);
  });

  it('checks only against a known lifecycle or stack', () => {
    const source = someSource('ClusterStore', 'some-store', someBuildpack('a@1', { api: 'x', stacks: [{ id: 'y' }] }));
    expect(messagesOf(resolution([[{ id: 'a' }]], [source], { stack: STACK }))).to.deep.equal([
      'validating buildpack a@1: stack some.stack is not supported',
    ]);
    expect(messagesOf(resolution([[{ id: 'a' }]], [source], { lifecycle: LIFECYCLE }))).to.deep.equal([
      'validating buildpack a@1: unsupported buildpack api: x, expecting: 0.2, 0.3, 0.4, 0.5, 0.10, 0.12',
    ]);
    expect(messagesOf(resolution([[{ id: 'a' }]], [source]))).to.deep.equal([]);
  });
});

describe('compatibility of a lifecycle and a stack', () => {
  it('requires one platform', () => {
    expect(problemsOf(resolution([], [], lifecycleOf({ os: 'linux', architecture: 'amd64' })))).to.deep.equal([
      'spec.lifecycle: validating lifecycle image example.com/lifecycle: expected platform to be linux/arm64/v8 but got linux/amd64/',
    ]);
    expect(problemsOf(resolution([], [], lifecycleOf({ os: 'windows' })))).to.have.length(1);
    expect(
      problemsOf(resolution([], [], lifecycleOf({ os: 'linux', architecture: 'arm64', variant: 'v7' }))),
    ).to.have.length(1);
  });

  it('accepts an unknown platform', () => {
    expect(problemsOf(resolution([], [], lifecycleOf({ os: 'linux' })))).to.deep.equal([]);
    expect(problemsOf(resolution([], [], lifecycleOf({ os: 'linux', architecture: '', variant: '' })))).to.deep.equal(
      [],
    );
  });

  it('requires Linux', () => {
    const platform = { os: 'windows' };
    const base = { lifecycle: { ...LIFECYCLE, platform }, stack: { ...STACK, platform } };
    expect(problemsOf(resolution([], [], base))).to.deep.equal(['spec.stack: windows base images are not supported']);
  });

  it('requires a Platform API version that taskpack supports', () => {
    const platformApis = { deprecated: ['0.1', '0.2'], supported: ['0.999'] };
    expect(problemsOf(resolution([], [], { lifecycle: { ...LIFECYCLE, platformApis } }))).to.deep.equal([
      'spec.lifecycle: unsupported platform apis in kpack lifecycle: 0.1, 0.2, 0.999, expecting one of: 0.7, 0.8, 0.9, 0.10, 0.11, 0.12, 0.13, 0.14, 0.15',
    ]);
    const newest = { deprecated: [], supported: ['0.14', '0.15'] };
    expect(problemsOf(resolution([], [], { lifecycle: { ...LIFECYCLE, platformApis: newest } }))).to.deep.equal([]);
  });
});

function lifecycleOf(platform: LifecycleFacts['platform']) {
  return { lifecycle: { ...LIFECYCLE, platform }, stack: STACK };
}
