import { expect } from 'chai';
import { until } from '../../../cluster/processes/until.ts';
import { setNativeSidecars } from '../../injectors/native-sidecars.ts';
import { succeeded } from './build-bed.ts';
import { injectedSuite } from './injected-suite.ts';
import { ended, runs, type PodNode } from './pod-node.ts';
import { DIGEST, STEP_OUTCOME } from './some-registry.ts';

const IMAGE = `registry.example.com/app@${DIGEST}`;

describe('Builds as TaskRuns beside a proxy that Tekton does not stop, because it runs sidecars as native ones', function () {
  this.timeout(90_000);
  for (const dummySidecar of ['auto', 'always'] as const) {
    describe(`with DUMMY_SIDECAR=${dummySidecar}`, () => {
      const { bed, node, cluster } = injectedSuite('istio-classic', {
        namespace: `unstopped-proxies-${dummySidecar}`,
        settings: { backend: 'tekton', dummySidecar },
      });
      before(() => setNativeSidecars(cluster(), true));
      after(() => setNativeSidecars(cluster(), false));

      const running = async (name: string): Promise<PodNode> => {
        await bed().create(name);
        const its = await node(name);
        await its.accept();
        await its.start();
        return its;
      };

      /** Ends the Pod as the kubelet does once a deadline has passed. */
      const stopByDeadline = async (its: PodNode): Promise<void> => {
        await until('a deadline', async () => (await its.pod()).spec.activeDeadlineSeconds === 1 || undefined);
        const proxy = { 'istio-proxy': ended(0) };
        const dummy = dummySidecar === 'always' ? { 'sidecar-dummy': ended(0) } : {};
        await its.set({ ...proxy, ...dummy }, { phase: 'Failed', reason: 'DeadlineExceeded' });
      };

      it('succeed, and their Pods end', async () => {
        const its = await running('good');
        await its.runAll(STEP_OUTCOME);
        await stopByDeadline(its);
        const status = await bed().end('good');
        expect(succeeded(status)).to.include({ status: 'True', reason: 'Completed' });
        expect(status.latestImage).to.equal(IMAGE);
      });

      it('fail with the failed step, and their Pods end', async () => {
        const its = await running('failing');
        const skipped = Object.fromEntries(
          ['restore', 'build', 'export', 'completion'].map((phase) => [`step-${phase}`, ended(1)]),
        );
        await its.set({ 'step-prepare': ended(0), 'step-analyze': ended(0), 'step-detect': ended(20), ...skipped });
        await stopByDeadline(its);
        const { failure } = await bed().end('failing');
        expect(failure).to.include({ phase: 'detect', exitCode: 20 });
      });

      it('get no deadline while a step runs', async () => {
        const its = await running('busy');
        await its.set({ 'step-prepare': ended(0), 'step-analyze': runs() });
        await bed().reaches('busy', 'is under way', ({ stepsCompleted = [] }) => stepsCompleted.includes('prepare'));
        expect((await its.pod()).spec).not.to.have.property('activeDeadlineSeconds', 1);
        await bed().delete('busy');
      });
    });
  }
});
