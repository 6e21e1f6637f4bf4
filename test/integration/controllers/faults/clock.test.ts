import { expect } from 'chai';
import { succeeded } from '../builds/build-bed.ts';
import { buildSuite } from '../builds/build-suite.ts';
import { runs } from '../builds/pod-node.ts';
import { OUTCOME, STEP_OUTCOME } from '../builds/some-registry.ts';

const HOUR = 3_600_000;

const WAYS = [
  { backend: 'native', outcome: OUTCOME },
  { backend: 'tekton', outcome: STEP_OUTCOME },
] as const;

for (const { backend, outcome } of WAYS) {
  describe(`Builds on ${backend} while the clock of their controller changes`, function () {
    this.timeout(120_000);
    const namespace = `clocked-${backend}`;
    let ahead = 0;
    const { cluster, bed, builds, node } = buildSuite({
      namespace,
      settings: { backend },
      now: () => Date.now() + ahead,
    });
    beforeEach(() => (ahead = 0));

    /** Sets the clock and reconciles every Build. */
    const setClock = async (by: number): Promise<void> => {
      await builds().settled();
      ahead += by;
      await builds().again();
    };

    for (const [how, by] of [
      ['forward', HOUR],
      ['back', -HOUR],
    ] as const) {
      it(`${how} by an hour, finish successfully`, async () => {
        const name = `set-${how}`;
        await bed().create(name, { activeDeadlineSeconds: 600 });
        const its = await node(name);
        await its.accept();
        await setClock(by);
        await (backend === 'tekton' ? its.start() : its.set({ prepare: runs() }));
        await setClock(by);
        await its.runAll(outcome);
        expect(succeeded(await bed().end(name))).to.include({ status: 'True' });
      });

      it(`${how} by an hour, wait for a ServiceAccount as long as before`, async () => {
        const name = `waits-${how}`;
        await bed().create(name, { serviceAccountName: name });
        await bed().reaches(name, 'waits', (status) => succeeded(status)?.reason === 'ReferenceNotFound');
        await setClock(by);
        expect(succeeded(await bed().status(name))).to.include({ status: 'Unknown' });
        await cluster().client.create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } });
        await node(name);
        await bed().delete(name);
      });
    }
  });
}
