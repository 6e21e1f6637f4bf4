import { expect } from 'chai';
import { taskRunTimeout } from '../../../../translators/tekton/timeout.ts';

/** The maximum of a Pod's deadline (core/v1 validation), and Tekton's factor (pkg/pod/pod.go, deadlineFactor). */
const OF_A_POD = 2_147_483_647;
const FACTOR = 1.5;

const LONGEST = 1_431_655_735;

const ROWS: readonly (readonly [number | undefined, string])[] = [
  [undefined, '0s'],
  [1, '31s'],
  [90, '2m0s'],
  [7200, '2h0m30s'],
  [LONGEST, '397682h9m25s'],
  [LONGEST + 1, '0s'],
  [OF_A_POD, '0s'],
];

describe('the timeout of a TaskRun', () => {
  for (const [limit, timeout] of ROWS) {
    it(`is ${timeout} for ${limit ?? 'no limit'}`, () => expect(taskRunTimeout(limit)).to.equal(timeout));
  }

  it('is at most what the deadline of a Pod allows', () => {
    const deadlines = [LONGEST, LONGEST + 1].map((limit) => Math.trunc((limit + 30) * FACTOR));
    expect(deadlines[0]).to.be.at.most(OF_A_POD);
    expect(deadlines[1]).to.be.above(OF_A_POD);
  });
});
