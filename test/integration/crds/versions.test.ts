import { expect } from 'chai';
import { CRDS } from '../../cluster/custom-resources.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { complaintOf, kpackCluster, kpackPath, refusal } from './kpack-cluster.ts';
import { kubectl } from './kubectl.ts';
import { LEAST } from './objects.ts';

const READ_ONLY =
  'spec: Forbidden: kpack.io/v1alpha1 is read-only and has the fields of v1alpha2; write kpack.io/v1alpha2 instead';

const STATUS = {
  observedGeneration: 1,
  conditions: [
    { type: 'Ready', status: 'True', lastTransitionTime: '2024-06-01T10:00:00Z', bogus: { deep: [1] } },
    { type: 'Succeeded', status: 'True' },
    { type: 'UpToDate', status: 'False' },
  ],
  latestImage: 'registry.example/app@sha256:0',
  stack: { id: 'io.example.base', unheardOf: true },
  ofALaterVersion: { list: [{ a: 1 }] },
};

/** kpack's columns, which show conditions. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  Build: ['Image', 'Succeeded'],
  Image: ['LatestImage', 'Ready'],
  Builder: ['LatestImage', 'Ready', 'UpToDate'],
  ClusterBuilder: ['LatestImage', 'Ready', 'UpToDate'],
};

const CELLS: Readonly<Record<string, string>> = {
  Image: STATUS.latestImage,
  LatestImage: STATUS.latestImage,
  Succeeded: 'True',
  Ready: 'True',
  UpToDate: 'False',
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
      const columns = COLUMNS[kind] ?? ['Ready'];
      expect(await table(object)).to.deep.equal({
        columns: ['NAME', ...columns.map((name) => name.toUpperCase())],
        cells: ['versioned', ...columns.map((name) => CELLS[name])],
      });
      await cluster.client.send('DELETE', kpackPath(object));
    });

    const old = { ...object, apiVersion: 'kpack.io/v1alpha1' };
    if (!crd.spec.versions.some(({ name }) => name === 'v1alpha1')) {
      it(`a ${kind} is not in v1alpha1`, async () => {
        expect(await refusal(cluster, old)).to.match(/could not find the requested resource|404/);
      });
      continue;
    }

    it(`a ${kind} can be read completely in v1alpha1 and not written`, async () => {
      const stored = await created(object);
      expect(await cluster.client.send('GET', kpackPath(old))).to.deep.equal({ ...stored, apiVersion: old.apiVersion });
      expect(await refusal(cluster, old)).to.include(READ_ONLY);
      const patch = { spec: { bogus: true } };
      const patched = cluster.client.send('PATCH', kpackPath(old), patch, 'application/merge-patch+json');
      expect(await complaintOf(patched)).to.include(READ_ONLY);
      await cluster.client.send('DELETE', kpackPath(old));
    });
  }

  async function created(object: KubernetesObject): Promise<KubernetesObject> {
    await cluster.client.send('POST', kpackPath({ ...object, metadata: {} }), object);
    const path = `${kpackPath(object)}/status`;
    const patch = { status: STATUS };
    return (await cluster.client.send('PATCH', path, patch, 'application/merge-patch+json')) as KubernetesObject;
  }

  /** Returns the output of `kubectl get`. */
  async function table(object: KubernetesObject): Promise<unknown> {
    const { stdout } = await kubectl(cluster, ['get', `${object.kind}.kpack.io`, object.metadata.name]);
    const [columns = '', cells = ''] = stdout.trimEnd().split('\n');
    return { columns: columns.split(/\s+/), cells: cells.split(/\s+/) };
  }
});
