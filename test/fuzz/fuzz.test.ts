import { expect } from 'chai';
import * as fc from 'fast-check';
import { keptCases } from './corpus.ts';
import { TARGETS } from './targets.ts';

/** Fixed, so that a run of the tests finds nothing by chance. `npm run fuzz` looks for more. */
const SEED = 20_260_101;
const CASES = 60;

describe('hostile input', function () {
  this.timeout(300_000);

  for (const { name, cases, check } of TARGETS) {
    for (const { file, input } of keptCases(name)) {
      it(`of ${name} that failed once, ${file}, ends as promised`, async () => {
        expect(await check(input)).to.be.a('string');
      });
    }

    it(`of ${name} ends as promised, and some of it is valid`, async () => {
      const endings = new Set<string>();
      const property = fc.asyncProperty(cases, async (input) => void endings.add(await check(input)));
      await fc.assert(property, { seed: SEED, numRuns: CASES });
      // Otherwise the generator would test only one path.
      expect([...endings])
        .to.include('value')
        .and.to.have.length.greaterThan(1);
    });
  }
});
