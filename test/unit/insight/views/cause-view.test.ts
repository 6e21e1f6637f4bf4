import { expect } from 'chai';
import { asBuild } from '../../../../src/core/model/objects/build.ts';
import type { Json } from '../../../../src/core/model/json.ts';
import { causeView } from '../../../../src/insight/views/cause-view.ts';
import { configDifference } from '../../../../src/insight/views/config-difference.ts';
import { someBuild } from './some-objects.ts';

const [OLD, NEW] = ['a'.repeat(40), 'b'.repeat(40)];
const DIGEST = `sha256:${'c'.repeat(64)}`;

function causeOf(reason: string, changes?: Json, status = {}) {
  const build = someBuild(status, {
    labels: { 'image.kpack.io/image': 'shop', 'image.kpack.io/buildNumber': '1' },
    annotations: {
      'image.kpack.io/reason': reason,
      ...(changes !== undefined && { 'image.kpack.io/buildChanges': JSON.stringify(changes) }),
    },
  });
  const view = causeView(asBuild(build));
  return view.kind === 'image' ? view.changes : view.kind;
}

describe('the cause of a Build', () => {
  it('is direct without an Image', () => {
    expect(causeView(asBuild(someBuild()))).to.deep.equal({ kind: 'direct' });
  });

  const cases: readonly (readonly [reason: string, change: object, expected: object])[] = [
    [
      'TRIGGER',
      { old: '', new: 'A new build was manually triggered on Sun, 01 Mar 2026 10:00:00 +0000' },
      { kind: 'trigger', sentence: 'A new build was manually triggered on Sun, 01 Mar 2026 10:00:00 +0000' },
    ],
    [
      'COMMIT',
      { old: OLD, new: NEW },
      { kind: 'commit', old: OLD, new: NEW, sentence: 'The source has another commit: aaaaaaa → bbbbbbb' },
    ],
    [
      'CONFIG',
      { old: { resources: {}, source: {} }, new: { source: { git: { url: 'x', revision: NEW } } } },
      { kind: 'first-build', sentence: 'This is the first Build of the Image' },
    ],
    [
      'CONFIG',
      {
        old: { env: [{ name: 'A', value: '1' }], source: { git: { url: 'x', revision: OLD } } },
        new: { env: [{ name: 'A', value: '2' }], source: { git: { url: 'x', revision: NEW } } },
      },
      {
        kind: 'config',
        fields: [{ path: 'env[A].value', old: '1', new: '2' }],
        sentence: 'The configuration of the Image changed: env[A].value',
      },
    ],
    [
      'BUILDPACK',
      { old: [{ id: 'some/java', version: '1.0.0' }, { id: 'some/node' }], new: null },
      {
        kind: 'buildpacks',
        buildpacks: [{ id: 'some/java', old: '1.0.0', new: '1.1.0' }, { id: 'some/node' }],
        sentence: 'The builder no longer has some/java 1.0.0 (now 1.1.0), some/node',
      },
    ],
    [
      'BUILDPACK',
      { old: `registry.example/builder@${DIGEST}`, new: 'registry.example/builder:2' },
      {
        kind: 'builder-image',
        old: `registry.example/builder@${DIGEST}`,
        new: 'registry.example/builder:2',
        sentence:
          'The builder has another image: registry.example/builder@sha256:cccccccccccc → registry.example/builder:2',
      },
    ],
    [
      'STACK',
      { old: DIGEST, new: 'latest' },
      {
        kind: 'run-image',
        old: DIGEST,
        new: 'latest',
        sentence: 'The builder has another run image: sha256:cccccccccccc → latest',
      },
    ],
    [
      'LIFECYCLE',
      { old: '', new: '0.20.12' },
      { kind: 'lifecycle', old: '', new: '0.20.12', sentence: 'The builder has another lifecycle: none → 0.20.12' },
    ],
    [
      'PHASE_OF_MOON',
      { old: '', new: '' },
      { kind: 'other', reason: 'PHASE_OF_MOON', sentence: 'The reason is PHASE_OF_MOON' },
    ],
  ];
  for (const [reason, change, expected] of cases) {
    it(`is read from ${reason} ${JSON.stringify(change).slice(0, 50)}`, () => {
      const status = { buildMetadata: [{ id: 'some/java', version: '1.1.0' }] };
      expect(causeOf(reason, [{ reason, ...change }] as Json, status)).to.deep.equal([expected]);
    });
  }

  it('keeps the reasons of a Build whose changes are missing or not JSON', () => {
    expect(causeOf('STACK,BUILDPACK')).to.deep.equal([
      { kind: 'other', reason: 'STACK', sentence: 'The run image of the builder changed' },
      { kind: 'other', reason: 'BUILDPACK', sentence: 'The buildpacks of the builder changed' },
    ]);
    expect(causeOf('STACK', { reason: 'STACK' })).to.deep.equal([
      { kind: 'other', reason: 'STACK', sentence: 'The run image of the builder changed' },
    ]);
  });
});

describe('the cause of a Build without an earlier Build', () => {
  const changes = JSON.stringify([{ reason: 'CONFIG', old: { source: {} }, new: { source: { git: { url: 'x' } } } }]);
  const annotations = { 'image.kpack.io/reason': 'CONFIG', 'image.kpack.io/buildChanges': changes };
  const sentences = {
    1: 'This is the first Build of the Image',
    4: 'The earlier Builds of the Image were deleted',
    x: 'This is the first Build of the Image',
  };
  for (const [number, sentence] of Object.entries(sentences)) {
    it(`is named for the Build with the number ${number}`, () => {
      const build = someBuild({}, { annotations, labels: { 'image.kpack.io/buildNumber': number } });
      expect(causeView(asBuild(build))).to.have.deep.property('changes', [{ kind: 'first-build', sentence }]);
    });
  }
});

describe('the difference between two configurations', () => {
  const cases: readonly (readonly [title: string, old: Json, now: Json, expected: readonly object[]])[] = [
    ['is empty for equal ones', { a: [1] }, { a: [1] }, []],
    ['names an added variable', {}, { env: [{ name: 'A', value: '1' }] }, [{ path: 'env[A].value', new: '1' }]],
    ['names a removed variable', { env: [{ name: 'A', value: '1' }] }, {}, [{ path: 'env[A].value', old: '1' }]],
    ['names a variable without a value', {}, { env: [{ name: 'A' }] }, [{ path: 'env[A]', new: {} }]],
    [
      'compares variables by name',
      {
        env: [
          { name: 'A', value: '1' },
          { name: 'B', value: '2' },
        ],
      },
      {
        env: [
          { name: 'B', value: '2' },
          { name: 'A', value: '3' },
        ],
      },
      [{ path: 'env[A].value', old: '1', new: '3' }],
    ],
    [
      'reports another order',
      {
        env: [
          { name: 'A', value: '1' },
          { name: 'B', value: '2' },
        ],
      },
      {
        env: [
          { name: 'B', value: '2' },
          { name: 'A', value: '1' },
        ],
      },
      [{ path: 'env', old: ['A', 'B'], new: ['B', 'A'] }],
    ],
    [
      'compares entries with equal names by position',
      {
        env: [
          { name: 'A', value: '1' },
          { name: 'A', value: '2' },
        ],
      },
      {
        env: [
          { name: 'A', value: '1' },
          { name: 'A', value: '3' },
        ],
      },
      [{ path: 'env[1].value', old: '2', new: '3' }],
    ],
    [
      'reports a source of another kind',
      { source: { git: { url: 'x' } } },
      { source: { blob: { url: 'y' } } },
      [
        { path: 'source.git.url', old: 'x' },
        { path: 'source.blob.url', new: 'y' },
      ],
    ],
    [
      'reports a quantity',
      { resources: { limits: { memory: '1Gi' } } },
      { resources: { limits: { memory: '2Gi' } } },
      [{ path: 'resources.limits.memory', old: '1Gi', new: '2Gi' }],
    ],
  ];
  for (const [title, old, now, expected] of cases) {
    it(title, () => expect(configDifference(old, now)).to.deep.equal(expected));
  }
});
