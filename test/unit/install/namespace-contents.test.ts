import { expect } from 'chai';
import { namespaceContents } from '../../../src/install/namespace-contents.ts';
import type { KubeObject } from '../../../src/clients/kube/client/kube-object.ts';
import { KubeError } from '../../../src/clients/kube/kube-error.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { clusterOf } from './some-cluster.ts';

const OF_BUILD = { ownerReferences: [{ apiVersion: 'kpack.io/v1alpha2', kind: 'Build', name: 'one' }] };

describe('namespaceContents', () => {
  it('counts the objects of users, and not those that programs write or that objects of kpack.io own', async () => {
    const objects = [
      named('Secret', { type: 'Opaque' }),
      named('Secret', { type: 'kubernetes.io/dockerconfigjson' }),
      named('Secret', { type: 'helm.sh/release.v1' }),
      named('Secret', { type: 'kubernetes.io/service-account-token' }),
      named('Secret', {}, { annotations: { 'openshift.io/token-secret.name': 'x' } }),
      named('Secret', {}, OF_BUILD),
      named('PersistentVolumeClaim'),
      named('PersistentVolumeClaim', {}, OF_BUILD),
      named('ConfigMap'),
      named('ConfigMap', {}, { labels: { 'taskpack.dev/network': 'true' } }),
      named('TaskRun'),
      named('TaskRun', {}, OF_BUILD),
    ];
    expect(await namespaceContents(labelled(objects))).to.deep.equal([
      { kind: 'counted', name: 'Secret', count: 2 },
      { kind: 'counted', name: 'PersistentVolumeClaim', count: 1 },
      { kind: 'counted', name: 'network ConfigMap', count: 1 },
      { kind: 'counted', name: 'TaskRun', count: 1 },
    ]);
  });

  it('reports kinds that the user may not list, and counts none of a kind that the cluster lacks', async () => {
    const client: Parameters<typeof namespaceContents>[0] = {
      list: ({ kind }) => {
        if (kind === 'Secret') throw new KubeError('FORBIDDEN', 'list secrets', 'no');
        if (kind === 'TaskRun') throw new KubeError('NOT_FOUND', 'list taskruns', 'no');
        return clusterOf([]).list({ group: '', version: 'v1', plural: 'pods', kind, isNamespaced: true });
      },
    };
    const contents = await namespaceContents(client);
    expect(contents[0]).to.deep.equal({ kind: 'forbidden', name: 'Secret' });
    expect(contents[3]).to.deep.equal({ kind: 'counted', name: 'TaskRun', count: 0 });
  });
});

function named(kind: string, rest: JsonObject = {}, metadata: JsonObject = {}): KubeObject {
  return { apiVersion: 'v1', kind, ...rest, metadata: { name: 'one', namespace: 'taskpack', ...metadata } };
}

/** Returns a client that selects objects by the name of a label, and refuses to list other namespaces. */
function labelled(objects: readonly KubeObject[]): Parameters<typeof namespaceContents>[0] {
  return {
    list: (resource, { labelSelector, namespace } = {}) => {
      expect(namespace).to.equal('taskpack');
      const selected = objects.filter(
        ({ metadata }) =>
          labelSelector === undefined || Object.hasOwn((metadata['labels'] ?? {}) as object, labelSelector),
      );
      return clusterOf(selected).list(resource);
    },
  };
}
