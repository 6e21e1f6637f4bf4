import { expect } from 'chai';
import type { NamespacePermission } from '../../../../../src/core/model/namespace-permission.ts';
import { objectAt, textAt } from '../../../../support/json-field.ts';
import type { JsonObject } from '../../../../../src/core/model/json.ts';
import { contentName } from '../../../../../src/core/model/names.ts';
import { fakeWorld } from './fake-world.ts';

const ISOLATED = contentName('shop-taskpack-', 'build-uid');
const LABEL = 'taskpack.dev/workload-identity';

/** The account of a Build's Pod, by the setting and the namespace's labels. */
const CASES: readonly (readonly [NamespacePermission, Readonly<Record<string, string>>, string])[] = [
  ['labeled', {}, ISOLATED],
  ['labeled', { [LABEL]: 'true' }, 'default'],
  ['labeled', { [LABEL]: 'false' }, ISOLATED],
  ['never', { [LABEL]: 'true' }, ISOLATED],
  ['always', {}, 'default'],
];

describe('the ServiceAccount of a Pod', () => {
  for (const [workloadIdentity, labels, account] of CASES) {
    const whose = account === 'default' ? "the Build's" : 'isolated';
    it(`is ${whose} with WORKLOAD_IDENTITY=${workloadIdentity} and the labels ${JSON.stringify(labels)}`, async () => {
      const { pod, inputs } = await started(workloadIdentity, labels);
      expect(textAt(objectAt(pod, 'spec'), 'serviceAccountName')).to.equal(account);
      const { 'azure.workload.identity/use': use } = objectAt(objectAt(pod, 'metadata'), 'labels');
      expect(use).to.equal(account === 'default' ? 'true' : undefined);
      expect(inputs.credentials.cloudIdentity === true).to.equal(account === 'default');
    });
  }
});

async function started(
  workloadIdentity: NamespacePermission,
  labels: Readonly<Record<string, string>>,
): Promise<{ readonly pod: JsonObject; readonly inputs: Inputs }> {
  const world = fakeWorld({ workloadIdentity });
  const namespace = textAt(world.cluster.all('builds')[0]?.metadata ?? {}, 'namespace') ?? '';
  world.cluster.put('namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels } });
  await world.reconcile();
  const pod = world.cluster.get('pods', 'shop-build-pod') ?? {};
  const annotations = objectAt(objectAt(pod, 'metadata'), 'annotations');
  return { pod, inputs: JSON.parse(textAt(annotations, 'taskpack.dev/inputs') ?? '{}') as Inputs };
}

interface Inputs {
  readonly credentials: { readonly cloudIdentity?: boolean };
}
