import { expect } from 'chai';
import * as fc from 'fast-check';
import { translate } from '../../../src/core/translate/translate.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { collectionPath, type KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { sharedCluster } from '../../cluster/shared-cluster.ts';
import { someAccount, someBuild, someFacts } from '../../support/documents.ts';
import { POD_FIELD_CASES, type PodFields } from '../../support/pod-field-cases.ts';
import { someOptions } from '../../support/translation-of.ts';
import { forEach, inNamespace } from './apply.ts';
import { ARBITRARY_POD_FIELDS } from './arbitrary-pod-fields.ts';

/** A namespace without a quota, LimitRange or Pod Security. */
const NAMESPACE = 'pod-fields';
const SEED = 20_260_101;
const COUNT = 200;

/** Rules of taskpack's own, for Pods that the API server accepts and no kubelet could start. */
const OWN_CASES: readonly string[] = ['characters', 'size'];

describe('the fields of Pods, compared with the API server', function () {
  this.timeout(300_000);
  let cluster: Cluster;

  before(async function () {
    // The first run builds the programs of the cluster.
    this.timeout(1_800_000);
    cluster = await sharedCluster();
    const classes = ['some-class', 'some.class'].flatMap((name) => [
      { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name }, value: 1 },
      { apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: { name }, handler: 'runc' },
    ]);
    await cluster.client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
    const accounts = ['default', 'default-taskpack'].map((name) => ({
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name, namespace: NAMESPACE },
    }));
    await Promise.all([...classes, ...accounts].map((object) => cluster.client.apply(object)));
  });

  for (const [field, cases] of Object.entries(POD_FIELD_CASES)) {
    if (OWN_CASES.includes(field)) continue;
    it(`${field}: the API server refuses the Pods of the table that translate refuses, and no others`, async () => {
      expect(await differences(cases)).to.deep.equal([]);
    });
  }

  for (const [field, arbitrary] of Object.entries(ARBITRARY_POD_FIELDS)) {
    it(`${field}: translate and the API server agree on ${COUNT} generated Builds (seed ${SEED})`, async () => {
      const drawn = fc.sample(arbitrary, { seed: SEED, numRuns: COUNT });
      expect((await differences(drawn)).slice(0, 5)).to.deep.equal([]);
      const refused = drawn.filter((fields) => translated(fields, 'pod').length === 0).length;
      expect(refused, 'refused').to.be.within(COUNT / 10, (COUNT * 9.5) / 10);
    });
  }

  it('the workloads of valid Builds are accepted on every backend', async () => {
    const valid = Object.values(POD_FIELD_CASES)
      .flat()
      .filter(({ says }) => says.length === 0);
    const workloads = valid.flatMap((fields) =>
      (['pod', 'pod-containers', 'taskrun'] as const).flatMap((form) => translated(fields, form)),
    );
    expect(workloads.length).to.be.greaterThan(60);
    const refused: string[] = [];
    await forEach(workloads, 4, async (workload) => {
      const refusal = await refusalOf(workload);
      if (refusal !== undefined) refused.push(refusal);
    });
    expect(refused).to.deep.equal([]);
  });

  /** Returns the fields on which translate and the API server disagree. */
  async function differences(all: readonly PodFields[]): Promise<readonly string[]> {
    const found: string[] = [];
    await forEach(all, 8, async (fields) => {
      const refusal = await refusalOf(podWith(fields));
      const isTranslated = translated(fields, 'pod').length > 0;
      if (isTranslated === (refusal === undefined)) return;
      found.push(
        `${JSON.stringify(fields).slice(0, 500)}: ${isTranslated ? `translated, but ${refusal}` : 'only translate refuses it'}`,
      );
    });
    return found;
  }

  async function refusalOf(object: KubernetesObject): Promise<string | undefined> {
    const place = `${collectionPath(object, NAMESPACE)}?dryRun=All&fieldValidation=Strict`;
    return cluster.client.send('POST', place, object).then(
      () => undefined,
      (error: unknown) => String(error),
    );
  }
});

/** Returns a Pod whose only container has the fields of the Build. */
function podWith({ spec = {}, metadata = {} }: PodFields): KubernetesObject {
  const { resources, env, ...placement } = spec;
  const { defaultProcess: _, ...fields } = placement;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'sample', ...metadata, namespace: NAMESPACE } as KubernetesObject['metadata'],
    spec: {
      containers: [{ name: 'build', image: 'example.com/app', resources, env }],
      restartPolicy: 'Never',
      ...fields,
    },
  };
}

/** Returns the workload of a Build with the fields, or nothing if translate refuses the Build. */
function translated(
  { spec, metadata }: PodFields,
  form: 'pod' | 'pod-containers' | 'taskrun',
): readonly KubernetesObject[] {
  const to = form === 'taskrun' ? 'taskrun' : 'pod';
  const options = someOptions({
    to,
    ...(form === 'pod-containers' && { layout: 'containers', injectedSidecars: 'none' }),
    namespace: NAMESPACE,
  });
  const documents = [someBuild(spec, metadata), someAccount(), someFacts()];
  return [...translate(documents, options).manifests]
    .filter(({ kind }) => kind === 'Pod' || kind === 'TaskRun')
    .map((object) => inNamespace(object as unknown as KubernetesObject, NAMESPACE));
}
