import { expect } from 'chai';
import { buildRecord } from '../../../../../src/controller/builds/cache/build-record.ts';
import type { KubeObject } from '../../../../../src/clients/kube/client/kube-object.ts';

function build(env: readonly object[], annotations: Readonly<Record<string, string>> = {}): KubeObject {
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'Build',
    metadata: { name: 'shop', namespace: 'team', uid: 'u', resourceVersion: '1', managedFields: [{}], annotations },
    spec: { tags: ['t'], env },
  } as KubeObject;
}

function terminating(object: KubeObject): KubeObject {
  return { ...object, metadata: { ...object.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } };
}

const SMALL = [{ name: 'A', value: 'b' }];

describe('the cached record of a Build', () => {
  it('omits managedFields and the last applied configuration', () => {
    const record = buildRecord(build(SMALL, { 'kubectl.kubernetes.io/last-applied-configuration': '{}', kept: 'yes' }));
    expect(record).to.deep.include({ kind: 'active', lacksEnvironment: false });
    expect(record).to.have.deep.nested.property('object.metadata.annotations', { kept: 'yes' });
    expect(record).to.have.deep.nested.property('object.spec', { tags: ['t'], env: SMALL });
    expect(record).not.to.have.nested.property('object.metadata.managedFields');
  });

  it('omits a long environment', () => {
    const record = buildRecord(build([{ name: 'A', value: 'x'.repeat(64 * 1024) }]));
    expect(record).to.deep.include({ kind: 'active', lacksEnvironment: true });
    expect(record).to.have.deep.nested.property('object.spec', { tags: ['t'] });
  });

  it('is only the identity of a finished Build', () => {
    const ended = { ...build(SMALL), status: { conditions: [{ type: 'Succeeded', status: 'False' }] } };
    for (const finished of [ended, terminating(ended)]) {
      expect(buildRecord(finished)).to.deep.equal({
        kind: 'inactive',
        hasSucceeded: false,
        namespace: 'team',
        name: 'shop',
        uid: 'u',
        resourceVersion: '1',
      });
    }
  });

  it('shows that a finished Build has succeeded', () => {
    const finished = { ...build(SMALL), status: { conditions: [{ type: 'Succeeded', status: 'True' }] } };
    expect(buildRecord(finished)).to.include({ kind: 'inactive', hasSucceeded: true });
  });

  it('keeps the object of a terminating Build until the Build has an end', () => {
    expect(buildRecord(terminating(build(SMALL)))).to.include({ kind: 'active' });
  });
});
