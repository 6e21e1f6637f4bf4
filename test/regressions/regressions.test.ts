import { expect } from 'chai';
import { REGRESSIONS } from './regressions.ts';
import { testTitles } from './test-titles.ts';

describe('what builds on clusters are known to get wrong', function () {
  this.timeout(120_000);
  let titles: ReturnType<typeof testTitles>;

  before(() => {
    titles = testTitles([...new Set(REGRESSIONS.flatMap(({ proofs }) => Object.keys(proofs)))]);
  });

  it('has a number for each', () => {
    expect(REGRESSIONS.map(({ number }) => number)).to.deep.equal(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  for (const { number, world, proofs } of REGRESSIONS) {
    it(`6.1.${number}: ${world}`, () => {
      expect(Object.keys(proofs)).not.to.deep.equal([]);
      for (const [file, tests] of Object.entries(proofs)) {
        expect([...(titles.get(file) ?? [])], file).to.include.members([...tests]);
      }
    });
  }
});
