import { expect } from 'chai';
import { conditionOf, controlledBuild, runBuild } from '../controller/controlled-build.ts';
import { controlledSuite } from '../controller/controlled-suite.ts';

const NAMESPACE = 'marks';

/** Tries to write the marks of other phases and to replace the waiter. */
const FORGING = `[ -e /buildWait/restore/done ] || { echo looks in the wrong place; exit 90; }
for folder in /buildWait/*; do
  if [ $folder = /buildWait/build ]; then continue; fi
  if touch $folder/done 2>/dev/null; then echo wrote into $folder; exit 91; fi
done
for phase in export completion; do
  if mkdir /buildWait/$phase 2>/dev/null; then echo made a folder for $phase; exit 92; fi
done
if cp /bin/sh /buildWait/bin/taskpack-entrypoint 2>/dev/null; then echo changed the waiter; exit 93; fi`;

// Known bug: forged-marks.
describe('a build phase on the node that tries to start other phases', function () {
  this.timeout(180_000);
  const { cluster, publish, control } = controlledSuite(NAMESPACE);

  it('can neither write the marks of other phases nor change the waiter', async () => {
    const images = await publish({ build: FORGING });
    const controller = await control(images, { BACKEND: 'native', SUPPORT_INJECTED_SIDECARS: 'true' });
    try {
      const status = await runBuild(cluster().client, controlledBuild('forging', NAMESPACE, images));
      expect(conditionOf(status), JSON.stringify(status)).to.include({ status: 'True', reason: 'Completed' });
    } finally {
      await controller.stop();
    }
  });
});
