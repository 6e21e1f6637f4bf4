import { expect } from 'chai';
import { BUILDER } from '../../../src/core/api/kpack/kind-definitions.ts';
import { objectReader } from '../../../src/controller/kit/readable-cache.ts';
import type { KubeObject } from '../../../src/clients/kube/client/kube-object.ts';
import { CRDS } from '../../cluster/custom-resources.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { kpackCluster, kpackPath, refusal } from './kpack-cluster.ts';
import { kubectl } from './kubectl.ts';
import { LEAST } from './objects.ts';

const STATUS = {
  observedGeneration: 1,
  conditions: [
    {
      type: 'Ready',
      status: 'True',
      reason: 'SomeReason',
      lastTransitionTime: '2024-06-01T10:00:00Z',
      bogus: { deep: [1] },
    },
    { type: 'Succeeded', status: 'True', reason: 'SomeReason' },
    { type: 'UpToDate', status: 'False' },
  ],
  latestImage: 'registry.example/app@sha256:0',
  stack: { id: 'io.example.base', unheardOf: true },
  ofALaterVersion: { list: [{ a: 1 }] },
};

/** kpack's columns, which show conditions, and then the first of taskpack's columns. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  Build: ['Image', 'Succeeded', 'Reason'],
  Image: ['LatestImage', 'Ready', 'Reason'],
  Builder: ['LatestImage', 'Ready', 'UpToDate', 'Reason'],
  ClusterBuilder: ['LatestImage', 'Ready', 'UpToDate', 'Reason'],
};

const CELLS: Readonly<Record<string, string>> = {
  Image: STATUS.latestImage,
  LatestImage: STATUS.latestImage,
  Succeeded: 'True',
  Ready: 'True',
  UpToDate: 'False',
  Reason: 'SomeReason',
};

describe("the versions of kpack's kinds on a real API server", () => {
  let cluster: Cluster;

  before(async function () {
    this.timeout(1_800_000);
    cluster = await kpackCluster();
  });

  for (const crd of CRDS) {
    const { kind } = crd.spec.names;
    const object = { ...(LEAST[kind] as KubernetesObject), metadata: { name: 'versioned' } };

    it(`a ${kind} keeps unknown fields of its status and has kpack's columns`, async () => {
      const stored = await created(object);
      expect(stored['status']).to.deep.equal(STATUS);
      const expected = COLUMNS[kind] ?? ['Ready', 'Reason'];
      const { columns, cells } = await table(object);
      expect(columns.slice(0, expected.length + 1)).to.deep.equal([
        'NAME',
        ...expected.map((name) => name.toUpperCase()),
      ]);
      expect(cells.slice(0, expected.length + 1)).to.deep.equal(['versioned', ...expected.map((name) => CELLS[name])]);
      expect(columns.at(-1)).to.equal('AGE');
      await cluster.client.send('DELETE', kpackPath(object));
    });

    const old = { ...object, apiVersion: 'kpack.io/v1alpha1' };
    if (!crd.spec.versions.some(({ name }) => name === 'v1alpha1')) {
      it(`a ${kind} is not in v1alpha1`, async () => {
        expect(await refusal(cluster, old)).to.match(/could not find the requested resource|404/);
      });
      continue;
    }

    it(`a ${kind} is read and written in v1alpha1 as in v1alpha2`, async () => {
      const stored = await created(object);
      expect(await cluster.client.send('GET', kpackPath(old))).to.deep.equal({ ...stored, apiVersion: old.apiVersion });
      await cluster.client.send('DELETE', kpackPath(old));
      await cluster.client.send('POST', kpackPath({ ...old, metadata: {} }), old);
      const written = (await cluster.client.send('GET', kpackPath(object))) as KubernetesObject;
      expect(written['spec']).to.deep.equal(stored['spec']);
      await cluster.client.send('DELETE', kpackPath(old));
    });
  }

  for (const [kind, path, spec, target] of [
    ['Image', 'serviceAccount', { serviceAccount: 'builds' }, 'serviceAccountName'],
    ['Image', 'cacheSize', { cacheSize: '2G' }, 'cache.volume.size'],
    ['Image', 'cacheSize', { cacheSize: 2 }, 'cache.volume.size'],
    ['Image', 'build.bindings', { build: { bindings: [{ name: 'a' }] } }, 'build.cnbBindings'],
    ['Build', 'serviceAccount', { serviceAccount: '' }, 'serviceAccountName'],
    ['Build', 'cacheName', { cacheName: 'claim' }, 'cache.volume.persistentVolumeClaimName'],
    ['Build', 'bindings', { bindings: [] }, 'cnbBindings'],
  ] as const) {
    it(`the field ${path} of a ${kind} in v1alpha1 is refused, because it would be lost`, async () => {
      const least = LEAST[kind] as KubernetesObject;
      const object = { ...least, apiVersion: 'kpack.io/v1alpha1', spec: { ...Object(least['spec']), ...spec } };
      expect(await refusal(cluster, object)).to.include(
        `spec.${path}: Forbidden: kpack.io/v1alpha2 has this field as spec.${target}, and taskpack stores v1alpha2. Convert the file`,
      );
    });
  }

  for (const version of ['v1alpha1', 'v1alpha2']) {
    it(`a Builder in ${version} keeps its serviceAccount, and no default counts instead`, async () => {
      const least = LEAST['Builder'] as KubernetesObject;
      const spec = { ...Object(least['spec']), serviceAccount: 'builds' };
      const object = { ...least, apiVersion: `kpack.io/${version}`, spec };
      await cluster.client.send('POST', kpackPath({ ...object, metadata: {} }), object);
      const stored = (await cluster.client.send('GET', kpackPath(least))) as KubernetesObject;
      await cluster.client.send('DELETE', kpackPath(least));
      const read = objectReader(BUILDER)(stored as unknown as KubeObject);
      expect(read).to.nested.include({ kind: 'readable', 'value.spec.serviceAccountName': 'builds' });
    });
  }

  async function created(object: KubernetesObject): Promise<KubernetesObject> {
    await cluster.client.send('POST', kpackPath({ ...object, metadata: {} }), object);
    const path = `${kpackPath(object)}/status`;
    const patch = { status: STATUS };
    return (await cluster.client.send('PATCH', path, patch, 'application/merge-patch+json')) as KubernetesObject;
  }

  /** Returns the output of `kubectl get`. */
  async function table(
    object: KubernetesObject,
  ): Promise<{ readonly columns: readonly string[]; readonly cells: readonly string[] }> {
    const { stdout } = await kubectl(cluster, ['get', `${object.kind}.kpack.io`, object.metadata.name]);
    const [columns = '', cells = ''] = stdout.trimEnd().split('\n');
    return { columns: columns.split(/\s+/), cells: cells.split(/\s+/) };
  }
});
