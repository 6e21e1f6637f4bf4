import { expect } from 'chai';
import type { BuildSettings } from '../../../../../src/controllers/builds/build-settings.ts';
import { fakeWorld, type FakeWorld } from './fake-world.ts';

const core = { apiVersion: 'v1', metadata: { name: 'default' } };

/** OpenShift adds such a Secret to every ServiceAccount, and adds it again after its removal. */
const NAME = 'default-dockercfg-abcde';

/** Returns a cluster on which TaskRuns run as an account that lists the Secret. */
function openShift(
  taskRunServiceAccount: BuildSettings['taskRunServiceAccount'],
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
  for (const name of ['default', 'default-taskpack']) {
    world.cluster.put('serviceaccounts', {
      ...core,
      metadata: { name },
      kind: 'ServiceAccount',
      secrets: [{ name: NAME }],
    });
  }
  world.cluster.put('configmaps', { ...core, metadata: { name: 'feature-flags' }, kind: 'ConfigMap', data: flags });
  return world;
}

const REMEDY = `or set disable-creds-init to "true" in Tekton's ConfigMap feature-flags, or BACKEND to native`;

const SENTENCES = {
  isolated: `the TaskRun runs as ServiceAccount "default-taskpack", whose secrets Tekton would show to buildpacks; remove them from it, ${REMEDY}`,
  build: `Tekton would show secret "${NAME}", which ServiceAccount "default" lists, to buildpacks; remove it from the account, or set TASKRUN_SERVICE_ACCOUNT to isolated, ${REMEDY}`,
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
