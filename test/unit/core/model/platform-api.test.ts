import { expect } from 'chai';
import { comparePlatformApis, negotiatePlatformApi } from '../../../../src/core/model/platform-api.ts';

describe('platform API versions', () => {
  it('are compared as numbers', () => {
    expect(['0.10', '0.9', '1.0', '0.14'].toSorted(comparePlatformApis)).to.deep.equal(['0.9', '0.10', '0.14', '1.0']);
  });

  const rows: readonly (readonly [offered: readonly string[], maximum: string, chosen: string | undefined])[] = [
    [['0.7', '0.8', '0.9', '0.10'], '0.9', '0.9'],
    [['0.7', '0.8', '0.9', '0.10'], '0.14', '0.10'],
    [['v0.9'], '0.9', 'v0.9'],
    [['0.3', '0.6'], '0.14', undefined],
    [['nonsense', '0.09', '0.8'], '0.14', '0.8'],
    [['0.15'], '0.15', '0.15'],
    [['0.16'], '0.15', undefined],
    [[], '0.14', undefined],
  ];
  for (const [offered, maximum, chosen] of rows) {
    it(`of ${offered.join(', ')} at most ${maximum}: ${chosen}`, () => {
      const api = negotiatePlatformApi(offered, (candidate) => comparePlatformApis(candidate, maximum) <= 0);
      expect(api).to.equal(chosen);
    });
  }
});
