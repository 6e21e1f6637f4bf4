import { expect } from 'chai';
import { conditionOf, controlledBuild, runBuild } from '../controller/controlled-build.ts';
import { controlledSuite } from '../controller/controlled-suite.ts';

/** Tries to leave the marks of other phases, and to put another program in the place of the waiter. */
const FORGING = `for folder in /buildWait/*; do
  [ $folder = /buildWait/build ] || touch $folder/done 2>/dev/null && echo wrote into $folder && exit 90
done
for phase in export completion; do
  mkdir /buildWait/$phase 2>/dev/null && echo made a folder for $phase && exit 91
done
cp /bin/true /buildWait/bin/taskpack-entrypoint 2>/dev/null && echo changed the waiter && exit 92
[ -e /buildWait/restore/done ] || { echo looks in the wrong place; exit 93; }`;

describe('a build phase on the node that would have others begin', function () {
  this.timeout(180_000);
  const { cluster, publish, control } = controlledSuite();

  it('6.1.7: can write no mark of theirs, and not change the waiter', async () => {
    const images = await publish({ build: FORGING });
    const controller = await control(images, { BACKEND: 'native', SUPPORT_INJECTED_SIDECARS: 'true' });
    try {
      const status = await runBuild(cluster().client, controlledBuild('forging', 'default', images));
      expect(conditionOf(status), JSON.stringify(status)).to.include({ status: 'True', reason: 'Completed' });
    } finally {
      await controller.stop();
    }
  });
});
