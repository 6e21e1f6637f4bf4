import { expect } from 'chai';
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { makeLayer } from '../../../src/registry/layer.ts';
import { DEFAULT_SETTINGS } from '../../../src/settings/defaults.ts';
import { VERSION } from '../../../src/settings/version.ts';
import { parseYaml } from '../../../src/yaml/parse-yaml.ts';
import { busyboxLayer } from '../../cluster/images/busybox-image.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { BUSYBOX_IMAGE } from '../../cluster/node/node-images.ts';
import { oneNodeCluster } from '../../cluster/node/one-node-cluster.ts';
import { until } from '../../cluster/processes/until.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { runImage } from '../../cluster/universe/base-images.ts';
import { universeDocuments } from '../../cluster/universe/documents.ts';
import { pushRunningUniverse } from '../../cluster/universe/running-universe.ts';
import { inNamespace, restrictedNamespace } from '../../integration/cluster/apply.ts';
import { buildCommand } from '../../support/command.ts';
import { runImages } from '../../support/images-command.ts';
import { publishedBuilder } from '../builder/published-builder.ts';
import { ended } from '../running-pod.ts';

const NAMESPACE = 'published-tests';
/** In this order: the image that the second makes is put upon another run image by the third. */
const NAMES = ['buildpacks-source', 'buildpacks', 'buildpacks-rebase'];
const TASKS = path.join(import.meta.dirname, '../../../tasks');

interface RunStatus {
  readonly conditions?: readonly { readonly status: string; readonly message: string }[];
}

/** The tests that lie beside the Tasks, as a catalog runs them, in a namespace that enforces Pod Security `restricted`. */
describe('tests of the published Tasks, on the node', function () {
  this.timeout(300_000);
  let cluster: NodeCluster;
  let bed: ReadonlyMap<string, string>;

  before(async function () {
    // The first run builds what the cluster, the images and their base are made of.
    this.timeout(1_800_000);
    buildCommand();
    cluster = await oneNodeCluster();
    await cluster.tekton.setFeatureFlags({ 'set-security-context': 'true' });
    bed = await publish(cluster);
    await cluster.client.create(restrictedNamespace(NAMESPACE));
    for (const claim of ['buildpacks-source-test', 'buildpacks-test']) await createVolume(cluster, claim);
    for (const task of NAMES) {
      for (const object of objectsIn(`${task}/${task}.yaml`)) await cluster.client.create(object);
    }
  });

  after(async () => {
    await cluster?.tekton.setFeatureFlags({ 'set-security-context': 'false' });
  });

  /** What a file has, with the images of the bed. */
  function objectsIn(file: string): readonly KubernetesObject[] {
    const place = path.join(TASKS, file);
    const text = [...bed].reduce((all, [name, ours]) => all.replaceAll(name, ours), readFileSync(place, 'utf8'));
    return parseYaml(text, place).documents.map(({ value }) => inNamespace(value as KubernetesObject, NAMESPACE));
  }

  for (const task of NAMES) {
    it(`${task} passes its own`, async () => {
      const { client } = cluster;
      const objects = objectsIn(`${task}/tests/run.yaml`);
      for (const object of objects) {
        await until(`the account for ${object.kind} ${object.metadata.name}`, () => client.create(object));
      }
      const run = objects.at(-1);
      if (run === undefined) throw new Error('the test runs nothing');
      const over = ({ conditions = [] }: RunStatus): boolean => /^(?:True|False)$/.test(conditions[0]?.status ?? '');
      const { conditions = [] } = await ended<RunStatus>(client, run, over, { seconds: 180 });
      expect(conditions[0], conditions[0]?.message ?? '').to.include({ status: 'True' });
    });
  }
});

/** What the tests name, and what the bed has in its place. */
async function publish({ registry }: NodeCluster): Promise<ReadonlyMap<string, string>> {
  await runImages('--push', registry.address);
  const pushed = await pushRunningUniverse(registry);
  const patch = makeLayer([{ path: '/etc/patched', kind: 'file', content: 'yes\n' }], { parents: true });
  await pushImage(runImage(busyboxLayer(), [patch]), { url: registry.url, repository: 'patched-run' }, 'latest');
  return new Map([
    ['registry.example.com/test/app', `${registry.address}/published-tests`],
    ['registry.example.com/test/builder', publishedBuilder(universeDocuments(pushed), 'good', '0.9')],
    ['registry.example.com/test/patched-run', `${registry.address}/patched-run`],
    ['docker.io/library/busybox:1.36.1', BUSYBOX_IMAGE],
    [DEFAULT_SETTINGS.stepsImage, `${registry.address}/steps:${VERSION}`],
  ]);
}

/** Nothing of the bed provides volumes, so a claim finds one that is there: a folder of this machine. */
async function createVolume({ client, folder }: NodeCluster, claim: string): Promise<void> {
  const place = path.join(folder, 'claims', claim);
  mkdirSync(place, { recursive: true });
  // The kubelet gives such a volume to no group.
  chmodSync(place, 0o777);
  await client.create({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: claim },
    spec: {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '1Gi' },
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name: claim, namespace: NAMESPACE },
      hostPath: { path: place, type: 'Directory' },
    },
  });
}
