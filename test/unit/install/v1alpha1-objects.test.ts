import { expect } from 'chai';
import { v1alpha1Lines } from '../../../src/install/v1alpha1-objects.ts';
import type { KubeObject } from '../../../src/clients/kube/client/kube-object.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { rejection } from '../../integration/registry/rejection.ts';
import { clusterOf } from './some-cluster.ts';

function image(name: string, metadata: JsonObject): KubeObject {
  return { apiVersion: 'kpack.io/v1alpha2', kind: 'Image', metadata: { name, namespace: 'team', ...metadata } };
}

function clusterObject(kind: string, metadata: KubeObject['metadata'], rest: JsonObject = {}): KubeObject {
  return { apiVersion: 'v1', kind, metadata, ...rest };
}

function definition(name: string, storedVersions: readonly string[]): KubeObject {
  return clusterObject('CustomResourceDefinition', { name }, { status: { storedVersions: [...storedVersions] } });
}

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

describe('v1alpha1Lines', () => {
  it('names the objects written in v1alpha1, and the definitions that can have stored some', async () => {
    const client = clusterOf([
      image('new', { managedFields: [{ manager: 'kubectl', apiVersion: 'kpack.io/v1alpha2' }] }),
      image('old', { managedFields: [{ manager: 'kp', apiVersion: 'kpack.io/v1alpha1' }] }),
      image('applied', { annotations: { [LAST_APPLIED]: '{"apiVersion":"kpack.io/v1alpha1","kind":"Image"}\n' } }),
      clusterObject('ClusterStore', { name: 'store', managedFields: [{ apiVersion: 'kpack.io/v1alpha1' }] }),
      definition('images.kpack.io', ['v1alpha1', 'v1alpha2']),
      definition('builds.kpack.io', ['v1alpha2']),
    ]);
    const [written = '', stored = '', ...others] = await v1alpha1Lines(client);
    expect(written).to.match(
      /^written in v1alpha1: Image team\/old, Image team\/applied, ClusterStore store\. Convert/,
    );
    expect(stored).to.match(/^possibly stored in v1alpha1: objects of images\.kpack\.io\. Store them again/);
    expect(others).to.deep.equal([]);
  });

  it('believes the annotation of kubectl apply more than the managed fields, which keep v1alpha1 after a converted file', async () => {
    const old = { apiVersion: 'kpack.io/v1alpha1' };
    const managedFields = [{ ...old, manager: 'kubectl-client-side-apply' }];
    const annotations = { [LAST_APPLIED]: '{"apiVersion":"kpack.io/v1alpha2","kind":"Image"}\n' };
    const client = clusterOf([
      image('converted', { managedFields, annotations }),
      image('without', { managedFields }),
      image('other', { managedFields: [...managedFields, { ...old, manager: 'kp' }], annotations }),
    ]);
    const [written = ''] = await v1alpha1Lines(client);
    expect(written).to.match(/^written in v1alpha1: Image team\/without, Image team\/other\. Convert/);
  });

  it('is silent without such objects, and without definitions', async () => {
    expect(await v1alpha1Lines(clusterOf([image('new', {})]))).to.deep.equal([]);
    expect(await v1alpha1Lines(clusterOf([], 'NOT_FOUND'))).to.deep.equal([]);
    expect(await rejection(v1alpha1Lines(clusterOf([], 'FORBIDDEN')))).to.include({ code: 'FORBIDDEN' });
  });
});
