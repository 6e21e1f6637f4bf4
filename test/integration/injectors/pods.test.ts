import { expect } from 'chai';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { sharedCluster } from '../../cluster/shared-cluster.ts';
import { matrix } from '../../support/matrix.ts';
import { forEach, inNamespace } from '../cluster/apply.ts';
import { goldenCases } from '../cluster/golden-case.ts';
import { FORMS, GOLDEN_CLASSES } from '../cluster/golden-classes.ts';
import { MESH_ADDITIONS, VARIANT_NAMES } from './mesh-additions.ts';
import { startMeshNamespaces, type MeshNamespaces } from './mesh-namespaces.ts';
import { asPod, expectAdditions, expectUntouched } from './pod-outline.ts';

const LAYOUTS = ['pod-init', 'pod-containers'] as const;

/** A golden's Pod, and the same Pod on a cluster without a mesh. */
interface Subject {
  readonly name: string;
  readonly pod: KubernetesObject;
  readonly plain: KubernetesObject;
}

// Known bug: opt-out-by-annotation-only.
describe('golden Pods in a namespace with an injector', () => {
  const subjects: Readonly<Record<(typeof LAYOUTS)[number], Subject[]>> = { 'pod-init': [], 'pod-containers': [] };
  let cluster: Cluster;
  let namespaces: MeshNamespaces;

  before(async function () {
    this.timeout(1_800_000);
    cluster = await sharedCluster();
    await Promise.all(GOLDEN_CLASSES.map((object) => cluster.client.apply(object)));
    const all = goldenCases();
    const goldens = matrix(
      all,
      all.filter(({ name }) => FORMS.includes(name)),
    );
    namespaces = await startMeshNamespaces(cluster, 'pods', goldens);
    for (const layout of LAYOUTS) {
      await forEach(goldens, 8, async (golden) => {
        const { name } = golden;
        const pod = golden.output(layout)?.objects.find(({ kind }) => kind === 'Pod');
        // Another test covers the inputs that the command refuses.
        if (pod === undefined) return;
        subjects[layout].push({ name, pod, plain: await dryRun(cluster, pod, namespaces.plain) });
      });
      expect(subjects[layout]).to.have.length.above(15);
    }
  });

  after(() => namespaces.stop());

  for (const variant of VARIANT_NAMES) {
    const additions = MESH_ADDITIONS[variant];
    it(`${variant} adds exactly its own containers to the layout containers`, async () => {
      await forEach(subjects['pod-containers'], 8, async ({ name, pod, plain }) => {
        const injected = await dryRun(cluster, pod, namespaces.of(variant));
        named(name, () => expectAdditions(injected, plain, additions));
      });
    });

    it(`${variant} ${additions.asks ? 'does not change' : 'changes'} the layout init`, async () => {
      await forEach(subjects['pod-init'], 8, async ({ name, pod, plain }) => {
        const answer = await dryRun(cluster, pod, namespaces.of(variant));
        if (additions.asks) named(name, () => expectUntouched(answer, plain));
        else named(name, () => expectAdditions(answer, plain, additions));
      });
    });

    it(`${variant}: a dry run returns the Pod with the additions`, async () => {
      const { pod } = subjects['pod-containers'].find(({ name }) => name === 'kpack-sample-build') ?? {};
      if (pod === undefined) throw new Error('the sample is not there');
      const shown = asPod(await dryRun(cluster, pod, namespaces.of(variant)));
      const created = asPod(await cluster.client.create(inNamespace(pod, namespaces.of(variant))));
      expect(created.spec).to.deep.equal(shown.spec);
      expect(created.metadata.annotations).to.deep.equal(shown.metadata.annotations);
      expect(created.metadata.labels).to.deep.equal(shown.metadata.labels);
    });
  }
});

function dryRun({ client }: Cluster, pod: KubernetesObject, namespace: string): Promise<KubernetesObject> {
  const path = `/api/v1/namespaces/${namespace}/pods?dryRun=All`;
  return client.send('POST', path, inNamespace(pod, namespace)) as Promise<KubernetesObject>;
}

/** Adds the golden's name to the error of a failed assertion. */
function named(golden: string, assertion: () => void): void {
  try {
    assertion();
  } catch (error) {
    if (error instanceof Error) error.message = `${golden}: ${error.message}`;
    throw error;
  }
}
