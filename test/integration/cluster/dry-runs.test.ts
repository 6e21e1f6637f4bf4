import { expect } from 'chai';
import { podSecurityAdvice, podSecurityDenial } from '../../../src/core/model/pod-security.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { collectionPath, type KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { sharedCluster } from '../../cluster/shared-cluster.ts';
import { forEach, inNamespace, restrictedNamespace } from './apply.ts';
import { goldenCases } from './golden-case.ts';
import { FORMS, GOLDEN_CLASSES } from './golden-classes.ts';

const NAMESPACE = 'dry-runs';
const BASELINE = 'dry-runs-baseline';
/** Its image extensions run as root. */
const AS_ROOT = 'builder-with-extensions-as-root';
const BACKENDS = ['taskrun', 'pod-init', 'pod-containers'] as const;

const GOLDENS = goldenCases().map((golden) => ({
  name: golden.name,
  objects: BACKENDS.flatMap((backend) => golden.output(backend)?.objects ?? []).map((object) =>
    inNamespace(object, NAMESPACE),
  ),
}));

describe('dry runs of all golden outputs on a cluster that enforces Pod Security restricted', function () {
  this.timeout(300_000);
  const messages = new Map<string, string[]>();

  before(async function () {
    // The first run builds the programs of the cluster.
    this.timeout(1_800_000);
    const cluster = await sharedCluster();
    await Promise.all(
      [...GOLDEN_CLASSES, restrictedNamespace(NAMESPACE)].map((object) => cluster.client.apply(object)),
    );
    const needed = new Set(GOLDENS.flatMap(({ objects }) => objects.flatMap(accountOf)));
    await Promise.all([...needed].map((name) => cluster.client.apply(serviceAccount(name))));
    await forEach(GOLDENS, 4, async ({ name, objects }) => {
      const refused: string[] = [];
      // The workloads need the ServiceAccounts, so they exist already.
      for (const object of objects.filter(({ kind }) => kind !== 'ServiceAccount')) {
        await dryRun(cluster, object).catch((error: unknown) => refused.push(String(error)));
      }
      messages.set(name, refused);
    });
  });

  for (const { name } of GOLDENS.filter((golden) => golden.name !== AS_ROOT)) {
    it(`${name} is admitted`, () => expect(messages.get(name)).to.deep.equal([]));
  }

  it('refuses Pods of image extensions that run as root, which baseline admits', async () => {
    const denials = messages.get(AS_ROOT) ?? [];
    // Tekton creates the Pod of the TaskRun later.
    expect(denials).to.have.length(2);
    for (const message of denials) {
      const denial = podSecurityDenial(message);
      expect(denial && podSecurityAdvice(denial, () => false)).to.match(
        /^The image extensions of the builder run as root/,
      );
    }
    const cluster = await sharedCluster();
    const [golden] = GOLDENS.filter(({ name }) => name === AS_ROOT);
    const labels = { 'pod-security.kubernetes.io/enforce': 'baseline' };
    await cluster.client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: BASELINE, labels } });
    for (const object of golden?.objects.map((one) => inNamespace(one, BASELINE)) ?? []) {
      if (object.kind === 'ServiceAccount') await cluster.client.apply(object);
      else await dryRun(cluster, object, BASELINE);
    }
  });

  it('include workloads of each form', () => {
    const names = GOLDENS.filter(({ objects }) => objects.some(isWorkload)).map(({ name }) => name);
    expect(FORMS.filter((name) => !names.includes(name))).to.deep.equal([]);
  });
});

function isWorkload({ kind }: KubernetesObject): boolean {
  return kind === 'Pod' || kind === 'TaskRun';
}

function dryRun({ client }: Cluster, object: KubernetesObject, namespace = NAMESPACE): Promise<unknown> {
  return client.send('POST', `${collectionPath(object, namespace)}?dryRun=All&fieldValidation=Strict`, object);
}

/** A Pod needs its ServiceAccount before it is created. */
function accountOf({ kind, spec }: KubernetesObject): readonly string[] {
  return kind === 'Pod' ? [(spec as { readonly serviceAccountName: string }).serviceAccountName] : [];
}

function serviceAccount(name: string): KubernetesObject {
  return { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace: NAMESPACE } };
}
