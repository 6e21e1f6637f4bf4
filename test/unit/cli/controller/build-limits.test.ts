import { expect } from 'chai';
import { buildLimits, countedBuilds } from '../../../../src/cli/controller/build-limits.ts';
import { readControllerSettings } from '../../../../src/core/settings/read-controller-settings.ts';

const CASES = [
  [{}, { cluster: Infinity, namespace: Infinity }, { labelSelector: 'image.kpack.io/image' }],
  [{ MAX_UNFINISHED_BUILDS: '40' }, { cluster: 40, namespace: 20 }, {}],
  [{ MAX_UNFINISHED_BUILDS: '1' }, { cluster: 1, namespace: 1 }, {}],
  [{ MAX_UNFINISHED_BUILDS: '5', MAX_UNFINISHED_BUILDS_PER_NAMESPACE: '5' }, { cluster: 5, namespace: 5 }, {}],
  [{ MAX_UNFINISHED_BUILDS_PER_NAMESPACE: '10' }, { cluster: Infinity, namespace: 10 }, {}],
] as const;

describe('the limits of Builds that run at once', () => {
  for (const [environment, limits, counted] of CASES) {
    it(`are ${JSON.stringify(environment)} in the environment`, () => {
      const reading = readControllerSettings(environment);
      if (reading.kind === 'problems') throw new Error(JSON.stringify(reading.problems));
      expect(buildLimits(reading.settings)).to.deep.equal(limits);
      expect(countedBuilds(limits)).to.deep.equal(counted);
    });
  }

  it('give a namespace the whole limit if the controller serves no other namespace', () => {
    expect(buildLimits({ maxUnfinishedBuilds: 40 }, 'apps')).to.deep.equal({ cluster: 40, namespace: 40 });
  });
});
