import { expect } from 'chai';
import type { KpackInventory } from '../../../src/install/kpack-inventory.ts';
import { removalLines, unfinishedBuildsMessage } from '../../../src/install/removal-effects.ts';

const INVENTORY: KpackInventory = {
  images: 1,
  finishedBuilds: 3,
  unfinishedBuilds: 2,
  sourceResolvers: 0,
  cacheClaims: 2,
};

describe('removalLines', () => {
  it('counts the objects of each kind, with the effect on them', () => {
    expect(removalLines(INVENTORY, 'controller')).to.deep.equal([
      '1 Image: kept, and not built any more',
      '3 finished Builds: kept',
      '2 cache claims: kept',
    ]);
    expect(removalLines(INVENTORY, 'controller-and-definitions')).to.deep.equal([
      '1 Image: deleted with the definitions',
      '3 finished Builds: deleted with the definitions',
      '2 cache claims: deleted with the Images',
    ]);
  });
});

describe('unfinishedBuildsMessage', () => {
  it('counts the Builds that a removal would interrupt', () => {
    expect(unfinishedBuildsMessage(INVENTORY, 'controller')).to.equal(
      '2 Builds have not finished, and no controller would record their results. Wait for them, or cancel them: taskpack list builds -A',
    );
    expect(unfinishedBuildsMessage({ ...INVENTORY, unfinishedBuilds: 1 }, 'controller-and-definitions')).to.match(
      /^1 Build has not finished, and the cluster would delete/,
    );
    expect(unfinishedBuildsMessage({ ...INVENTORY, unfinishedBuilds: 0 }, 'controller')).to.equal(undefined);
  });
});
