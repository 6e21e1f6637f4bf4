import { expect } from 'chai';
import { wantedPlatformApi } from '../../../../../src/steps/prepare/task/builder.ts';

describe("prepare: a Task's CNB_PLATFORM_API", () => {
  it('is a version, with or without a v', () => {
    expect(wantedPlatformApi({ operation: 'build', platformApi: '0.9' })).to.equal('0.9');
    expect(wantedPlatformApi({ operation: 'build', platformApi: 'v0.12' })).to.equal('0.12');
    expect(wantedPlatformApi({ operation: 'build', platformApi: undefined })).to.equal(undefined);
    expect(wantedPlatformApi({ operation: 'rebase', platformApi: undefined })).to.equal('0.11');
  });

  for (const platformApi of ['latest', '9', '0.9.1', '00.9', 'vv0.9', '0.9999999999']) {
    it(`is not ${platformApi}`, () => {
      expect(() => wantedPlatformApi({ operation: 'build', platformApi })).to.throw(
        `CNB_PLATFORM_API must be a version with major and minor, such as 0.9, not "${platformApi}"`,
      );
    });
  }
});
