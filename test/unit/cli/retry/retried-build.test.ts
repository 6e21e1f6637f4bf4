import { expect } from 'chai';
import { retriedBuild, retryNames } from '../../../../src/cli/retry/retried-build.ts';

describe('the retry of a Build', () => {
  it('has the next free name, of at most 63 characters', () => {
    const long = 'a'.repeat(70);
    const cases: Readonly<Record<string, readonly [string, string]>> = {
      app: ['app-retry-1', 'app-retry-2'],
      'app-retry-1': ['app-retry-2', 'app-retry-3'],
      'app-retry-0': ['app-retry-0-retry-1', 'app-retry-0-retry-2'],
      '-retry-7': ['-retry-7-retry-1', '-retry-7-retry-2'],
    };
    for (const [name, expected] of Object.entries(cases)) expect(namesOf(name)).to.deep.equal(expected);
    const [first, second] = namesOf(long);
    expect(first).to.match(/^a{23}[0-9a-f]{32}-retry-1$/);
    expect(namesOf(first ?? '')).to.deep.equal([second, first?.replace(/1$/, '3')]);
  });

  it('has the same spec, labels and owners, but nothing that concerns only the first Build', () => {
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: 'u1' };
    const spec = { tags: ['registry.example/app'] };
    const build = {
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Build',
      metadata: {
        name: 'app',
        namespace: 'team',
        uid: 'u2',
        resourceVersion: '7',
        creationTimestamp: '2026-01-01T00:00:00Z',
        finalizers: ['example.com/hold'],
        labels: { team: 'shop', 'image.kpack.io/buildNumber': '3', 'argocd.argoproj.io/instance': 'x' },
        annotations: {
          note: 'kept',
          'taskpack.dev/cancel': 'true',
          'image.kpack.io/additionalBuildNeeded': 'x',
          'kubectl.kubernetes.io/last-applied-configuration': '{}',
        },
        ownerReferences: [{ ...owner, controller: true, blockOwnerDeletion: true }],
      },
      spec,
      status: { podName: 'x' },
    };
    expect(retriedBuild(build, 'app-retry-1')).to.deep.equal({
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Build',
      metadata: {
        name: 'app-retry-1',
        namespace: 'team',
        labels: { team: 'shop' },
        annotations: { note: 'kept' },
        ownerReferences: [owner],
      },
      spec,
    });
  });

  it('has no labels, annotations and owners if none remain', () => {
    const build = {
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Build',
      metadata: { name: 'app', namespace: 'team', annotations: { 'taskpack.dev/cancel': 'true' } },
      spec: {},
    };
    expect(retriedBuild(build, 'x').metadata).to.deep.equal({ name: 'x', namespace: 'team' });
  });
});

function namesOf(name: string): readonly string[] {
  const names = retryNames(name);
  return [names.next().value, names.next().value];
}
