import { expect } from 'chai';
import type { ControllerSettings } from '../../../../../src/core/settings/controller-settings.ts';
import { textAt, objectAt } from '../../../../support/json-field.ts';
import type { JsonObject } from '../../../../../src/core/model/json.ts';
import { contentName } from '../../../../../src/core/model/names.ts';
import { fakeWorld, type FakeWorld } from './fake-world.ts';

const core = { apiVersion: 'v1', metadata: { name: 'default' } };

/** OpenShift adds such a Secret to every ServiceAccount, and adds it again after its removal. */
const NAME = 'default-dockercfg-abcde';

/** The account of the Build `shop`, whose UID is `build-uid`. */
const ISOLATED = contentName('shop-taskpack-', 'build-uid');

const OWNER = { apiVersion: 'kpack.io/v1alpha2', kind: 'Build', name: 'shop', uid: 'build-uid', controller: true };

/** Puts an account with these fields into the cluster before the Build starts. */
function plant(world: FakeWorld, name: string, metadata: JsonObject, fields: JsonObject = {}): void {
  world.cluster.put('serviceaccounts', { ...core, metadata: { name, ...metadata }, kind: 'ServiceAccount', ...fields });
}

/** Returns a cluster on which TaskRuns run as an account that lists the Secret. */
function openShift(
  taskRunServiceAccount: ControllerSettings['taskRunServiceAccount'],
  flags: Readonly<Record<string, string>>,
): FakeWorld {
  const world = fakeWorld({ backend: 'tekton', taskRunServiceAccount });
  const data = { '.dockercfg': btoa('{}') };
  world.cluster.put('secrets', {
    ...core,
    metadata: { name: NAME },
    kind: 'Secret',
    type: 'kubernetes.io/dockercfg',
    data,
  });
  plant(world, 'default', {}, { secrets: [{ name: NAME }] });
  plant(world, ISOLATED, { ownerReferences: [OWNER] }, { secrets: [{ name: NAME }] });
  world.cluster.put('configmaps', { ...core, metadata: { name: 'feature-flags' }, kind: 'ConfigMap', data: flags });
  return world;
}

const REMEDY = `set disable-creds-init to "true" in Tekton's ConfigMap feature-flags, or set BACKEND to native`;

const SENTENCES = {
  isolated: `the TaskRun runs as ServiceAccount "${ISOLATED}", whose secrets Tekton would show to buildpacks; remove them from it, ${REMEDY}`,
  build: `ServiceAccount "default" lists secret "${NAME}", and Tekton would show this secret to buildpacks; do one of: remove the secret from the account, set TASKRUN_SERVICE_ACCOUNT to isolated, ${REMEDY}`,
} as const;

describe('a TaskRun whose account lists Secrets', () => {
  for (const [account, sentence] of Object.entries(SENTENCES)) {
    const taskRunServiceAccount = account as keyof typeof SENTENCES;

    it(`is created if Tekton hides them from steps: ${account}`, async () => {
      const world = openShift(taskRunServiceAccount, { 'disable-creds-init': 'true' });
      await world.reconcile();
      expect(world.cluster.get('taskruns', 'shop-build')).not.to.equal(undefined);
    });

    for (const flags of [{}, { 'disable-creds-init': 'false' }]) {
      it(`is refused with a remedy if Tekton exposes them: ${account}, ${JSON.stringify(flags)}`, async () => {
        const world = openShift(taskRunServiceAccount, flags);
        await world.reconcile();
        expect(world.cluster.get('taskruns', 'shop-build')).to.equal(undefined);
        expect(JSON.stringify(world.status())).to.contain(JSON.stringify(sentence).slice(1, -1));
      });
    }
  }
});

/** The workload of each backend, whose spec names the account. */
const WORKLOADS = {
  tekton: { resource: 'taskruns', name: 'shop-build' },
  native: { resource: 'pods', name: 'shop-build-pod' },
} as const;

const ROLE = { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::1:role/push' };

for (const backend of ['tekton', 'native'] as const) {
  describe(`an account that another user has prepared for the ${backend} backend`, () => {
    const { resource, name } = WORKLOADS[backend];

    it('is not used, because the name of the account depends on the UID of the Build', async () => {
      const world = fakeWorld({ backend });
      plant(world, 'default-taskpack', { annotations: ROLE });
      await world.reconcile();
      expect(textAt(objectAt(world.cluster.get(resource, name) ?? {}, 'spec'), 'serviceAccountName')).to.equal(
        ISOLATED,
      );
      expect(world.cluster.get('serviceaccounts', ISOLATED)?.metadata['ownerReferences']).to.deep.equal([
        { ...OWNER, blockOwnerDeletion: true },
      ]);
    });

    it('is refused if it belongs to no Build', async () => {
      const world = fakeWorld({ backend });
      plant(world, ISOLATED, {});
      await world.reconcile();
      expect(world.cluster.get(resource, name)).to.equal(undefined);
      expect(JSON.stringify(world.status())).to.contain('already exists and belongs to no Build: delete it');
    });

    it('is refused if it belongs to the Build and has a cloud identity, even if Tekton hides Secrets', async () => {
      const world =
        backend === 'tekton' ? openShift('isolated', { 'disable-creds-init': 'true' }) : fakeWorld({ backend });
      plant(world, ISOLATED, { ownerReferences: [OWNER], annotations: ROLE });
      await world.reconcile();
      expect(world.cluster.get(resource, name)).to.equal(undefined);
      expect(JSON.stringify(world.status())).to.contain(
        'whose annotation eks.amazonaws.com/role-arn gives buildpacks a cloud identity; remove the annotation',
      );
    });
  });
}
