import { expect } from 'chai';
import { lookup } from '../../../../src/core/api/reading/lookup.ts';
import { readText } from './read-text.ts';

const SOURCE = '{ git: { url: u, revision: r } }';

/** kpack's defaults (the SetDefaults method of each kind). */
const DEFAULTS: readonly { kind: string; spec: string; expected: unknown }[] = [
  {
    kind: 'Build',
    spec: `{ tags: [a/b], builder: { image: a/b }, source: ${SOURCE} }`,
    expected: {
      tags: ['a/b'],
      builder: { image: 'a/b' },
      serviceAccountName: 'default',
      source: { git: { url: 'u', revision: 'r' } },
    },
  },
  {
    kind: 'Image',
    spec: `{ tag: a/b, builder: { kind: Builder, name: b }, source: ${SOURCE} }`,
    expected: {
      tag: 'a/b',
      builder: { kind: 'Builder', name: 'b' },
      serviceAccountName: 'default',
      source: { git: { url: 'u', revision: 'r' } },
      failedBuildHistoryLimit: 10,
      successBuildHistoryLimit: 10,
      imageTaggingStrategy: 'BuildNumber',
    },
  },
  {
    kind: 'Builder',
    spec: '{ tag: a/b, stack: { name: s }, store: { name: t } }',
    expected: {
      tag: 'a/b',
      stack: { kind: 'ClusterStack', name: 's' },
      store: { kind: 'ClusterStore', name: 't' },
      lifecycle: { kind: 'ClusterLifecycle', name: 'default-lifecycle' },
      serviceAccountName: 'default',
    },
  },
  {
    kind: 'Builder',
    spec: '{ tag: a/b, stack: { name: s }, lifecycle: { name: l }, serviceAccount: old }',
    expected: {
      tag: 'a/b',
      stack: { kind: 'ClusterStack', name: 's' },
      lifecycle: { kind: 'ClusterLifecycle', name: 'l' },
      serviceAccountName: 'old',
    },
  },
  {
    kind: 'Builder',
    spec: '{ tag: a/b, stack: { name: s }, serviceAccountName: new, serviceAccount: old }',
    expected: {
      tag: 'a/b',
      stack: { kind: 'ClusterStack', name: 's' },
      lifecycle: { kind: 'ClusterLifecycle', name: 'default-lifecycle' },
      serviceAccountName: 'new',
    },
  },
  {
    kind: 'ClusterBuilder',
    spec: '{ tag: a/b, stack: { kind: ClusterStack, name: s }, serviceAccountRef: { namespace: x, name: "null" } }',
    expected: {
      tag: 'a/b',
      stack: { kind: 'ClusterStack', name: 's' },
      lifecycle: { kind: 'ClusterLifecycle', name: 'default-lifecycle' },
      serviceAccountRef: { namespace: 'x', name: 'null' },
    },
  },
  {
    kind: 'Buildpack',
    spec: '{ image: a/b }',
    expected: { image: 'a/b', serviceAccountName: 'default' },
  },
  {
    kind: 'Buildpack',
    spec: '{ image: a/b, serviceAccountName: "" }',
    expected: { image: 'a/b', serviceAccountName: 'default' },
  },
  {
    kind: 'Buildpack',
    spec: '{ image: a/b, serviceAccountName: mine }',
    expected: { image: 'a/b', serviceAccountName: 'mine' },
  },
  {
    kind: 'ClusterBuildpack',
    spec: '{ image: a/b }',
    expected: { image: 'a/b' },
  },
  {
    kind: 'ClusterStore',
    spec: '{ sources: [{ image: a/b }] }',
    expected: { sources: [{ image: 'a/b' }] },
  },
  {
    kind: 'ClusterStack',
    spec: '{ id: x, buildImage: { image: a/b }, runImage: { image: a/c }, serviceAccountRef: null }',
    expected: { id: 'x', buildImage: { image: 'a/b' }, runImage: { image: 'a/c' } },
  },
  {
    kind: 'ClusterLifecycle',
    spec: '{ image: a/b }',
    expected: { image: 'a/b' },
  },
];

describe("kpack's defaults", () => {
  for (const { kind, spec, expected } of DEFAULTS) {
    it(`apply to the ${kind} ${spec}`, () => {
      const { objects, problems } = readText(
        `{apiVersion: kpack.io/v1alpha2, kind: ${kind}, metadata: {name: x}, spec: ${spec}}`,
      );
      expect(problems).to.deep.equal([]);
      expect(objects.map(({ value }) => lookup(value, ['spec']))).to.deep.equal([expected]);
    });
  }
});
