import { expect } from 'chai';
import { CRDS } from '../../cluster/custom-resources.ts';
import { readObjects } from '../../../src/core/api/read-objects.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { kpackCluster, refusal, worded } from './kpack-cluster.ts';
import { ACCEPTED } from './objects.ts';
import { REFUSALS } from './refusals.ts';
import { CHANGES } from './changes.ts';

describe("kpack's rules on a real API server", () => {
  let cluster: Cluster;

  before(async function () {
    this.timeout(1_800_000);
    cluster = await kpackCluster();
  });

  for (const [index, object] of ACCEPTED.entries()) {
    it(`accept a valid ${object.kind} (${index})`, async () => {
      expect(await refusal(cluster, object)).to.equal(undefined);
      expect(ourProblems(object).filter((problem) => problem !== OF_THE_USER)).to.deep.equal([]);
    });
  }

  for (const { object, says } of REFUSALS) {
    it(`reject a ${object.kind}: ${says}`, async () => {
      expect(worded(await refusal(cluster, object), says)).to.include(says);
      expect(ourProblems(object), 'what our reading says').not.to.deep.equal([]);
    });
  }

  it('are each broken by one test object', () => {
    const said = [...REFUSALS, ...CHANGES.flatMap(({ says = '' }) => ({ says }))].map(({ says }) => says);
    const silent = CRDS.flatMap(messages).filter((message) => !said.some((says) => says.includes(message)));
    expect(silent).to.deep.equal([]);
  });
});

/** The rules that depend on the user (config/310-deprecated-fields.yaml). */
const OF_THE_USER = 'use of this field has been deprecated in v1alpha2, please use v1alpha1 for CNB bindings';

// taskpack accepts CNB bindings only in Builds that an Image owns.
function ourProblems(object: KubernetesObject): readonly string[] {
  const ownerReferences = [
    { apiVersion: 'kpack.io/v1alpha2', kind: 'Image', name: 'some', uid: 'some', controller: true },
  ];
  const value = { ...object, metadata: { ...object.metadata, ...(object.kind === 'Build' && { ownerReferences }) } };
  return readObjects([{ value }]).problems.map(({ message }) => message);
}

/** Returns the messages of the rules of the written version. */
function messages(crd: (typeof CRDS)[number]): readonly string[] {
  const written = crd.spec.versions.find(({ name }) => name === 'v1alpha2');
  return messagesIn(written?.schema.openAPIV3Schema);
}

function messagesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'x-kubernetes-validations'
      ? (inner as readonly { readonly message: string }[]).map(({ message }) => message)
      : messagesIn(inner),
  );
}
