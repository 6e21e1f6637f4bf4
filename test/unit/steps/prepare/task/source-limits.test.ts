import { expect } from 'chai';
import { PrepareError } from '../../../../../src/core/model/step-failures/step-error.ts';
import { sourceLimits } from '../../../../../src/steps/prepare/task/source-limits.ts';

describe("prepare: the limits of a Task's source", () => {
  it('have the defaults of the settings', async () => {
    const usual = { bytes: 10 * 2 ** 30, entries: 1_000_000 };
    expect(await sourceLimits({ environment: {} })).to.deep.equal(usual);
    expect(await sourceLimits({ environment: { SOURCE_MAX_BYTES: '', STEPS_IMAGE: '-' } })).to.deep.equal(usual);
  });

  it("come from prepare's environment, each separately", async () => {
    expect(await sourceLimits({ environment: { SOURCE_MAX_BYTES: '1Mi', STEPS_IMAGE: '-' } })).to.deep.equal({
      bytes: 2 ** 20,
      entries: 1_000_000,
    });
    expect(await sourceLimits({ environment: { SOURCE_MAX_ENTRIES: '5' } })).to.include({ entries: 5 });
  });

  it('are refused if they are invalid', async () => {
    const environment = { SOURCE_MAX_BYTES: 'much', SOURCE_MAX_ENTRIES: '0' };
    const error = await sourceLimits({ environment }).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(PrepareError);
    expect((error as PrepareError).code).to.equal('InputsUnusable');
    expect((error as PrepareError).message).to.equal(
      'SOURCE_MAX_BYTES: must be a number of bytes such as 500Mi or 10Gi, not "much"; SOURCE_MAX_ENTRIES: must be a whole number from 1 to 1000000000, not "0"',
    );
  });
});
