import { expect } from 'chai';
import { objectAt, objectsAt } from '../support/json-field.ts';
import type { JsonObject } from '../../src/core/model/json.ts';
import { BRIDGE_ADDRESS } from '../cluster/control-plane/certificates.ts';
import type { KubernetesObject } from '../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../cluster/node/node-cluster.ts';
import { until } from '../cluster/processes/until.ts';
import { ensurePrograms } from '../cluster/programs/build-programs.ts';
import { startBlobServer, type BlobServer } from '../cluster/sources/blob-server.ts';
import { kubectl } from '../integration/crds/kubectl.ts';
import { commandReader } from '../integration/docs/command-reader.ts';
import { bothCosigns } from '../integration/signing/both-cosigns.ts';
import { zipBytes } from '../support/archives/zip-bytes.ts';
import { describePagesSideBySide, type PageCase } from '../support/docs/run-page.ts';
import { conditionOf, runBuild } from './controller/controlled-build.ts';

const NAMESPACE = 'signed';
const BUILDER = 'signed-builder';

/**
 * Runs the page about signatures on a cluster with a controller and the objects of the universe, beside the other tests of the suite.
 * Tekton Chains has a test of its own.
 */
export function signingPage(cluster: () => NodeCluster): void {
  let source: BlobServer;
  let cosigns = { cosign: '', cosign3: '' };
  let image = '';

  before(async () => {
    cosigns = await ensurePrograms(['cosign', 'cosign3'], console.error);
    // The buildpack that writes an SBOM searches the application for words.
    const files = ['hello.txt', 'reversed.txt'].map((name) => ({
      name,
      content: '7w-erehwon-si-drow',
      mode: 0o100644,
    }));
    source = await startBlobServer(zipBytes(files), { host: BRIDGE_ADDRESS });
    const { client } = cluster();
    await client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
    await client.create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: named('builder') });
  });
  after(async () => {
    await kubectl(cluster(), ['delete', 'namespace', NAMESPACE, '--wait=false']);
    await source?.stop();
  });

  const page: PageCase = [
    'docs/how-to/sign-and-verify.md',
    {
      reader: () => {
        const values = { NAMESPACE, IMAGE: image, NAME: BUILDER, REPOSITORY: repository() };
        const { env, prelude, ...reader } = commandReader(cluster(), { namespace: NAMESPACE, values });
        return {
          ...reader,
          env: { ...env, COSIGN_PASSWORD: 'open sesame' },
          prelude: `${prelude}\n${bothCosigns(cosigns)}`,
        };
      },
      before: {
        '3. Verify an image': async () => {
          await createBuilder();
          image = await builtImage();
        },
      },
      varies: [/(?<="signingSecretVersion":")\d+/g],
      except: ['Let Chains attest TaskRuns', 'Give Chains a login', 'Verify what Chains has signed'],
    },
  ];
  describePagesSideBySide([[page]]);

  async function createBuilder(): Promise<void> {
    const builder: KubernetesObject = {
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Builder',
      metadata: named(BUILDER),
      spec: {
        tag: repository(),
        serviceAccountName: 'builder',
        stack: { kind: 'ClusterStack', name: 'tiny' },
        lifecycle: { kind: 'ClusterLifecycle', name: 'default-lifecycle' },
        store: { kind: 'ClusterStore', name: 'searching' },
        order: [{ group: [{ id: 'test/searches' }, { id: 'test/hello' }] }],
      },
    };
    await cluster().client.create(builder);
    await until('the builder', async () => {
      const status = objectAt(((await cluster().client.get(builder)) ?? {}) as JsonObject, 'status');
      const ready = objectsAt(status, 'conditions').find(({ type }) => type === 'Ready');
      return ready?.['status'] === 'True' ? true : undefined;
    });
  }

  async function builtImage(): Promise<string> {
    const status = await runBuild(cluster().client, {
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Build',
      metadata: named('signed'),
      spec: {
        tags: [`${cluster().registry.address}/app/signed`],
        serviceAccountName: 'builder',
        builder: { ref: { kind: 'Builder', name: BUILDER } },
        source: { blob: { url: `${source.url}/app.zip` } },
      },
    });
    expect(conditionOf(status), JSON.stringify(status)).to.include({ status: 'True' });
    return status.latestImage ?? '';
  }

  function repository(): string {
    return `${cluster().registry.address}/builders/signed`;
  }
}

function named(name: string): KubernetesObject['metadata'] {
  return { name, namespace: NAMESPACE };
}
