import { expect } from 'chai';
import { leavesToKpack } from '../../../../src/cli/controller/controllers.ts';

const CASES = [
  ['clusterbuilders', true, 'team', true],
  ['builders', true, 'team', false],
  ['clusterstores', true, 'team', false],
  ['clusterbuilders', false, 'team', false],
  ['clusterbuilders', true, undefined, false],
] as const;

describe('a controller beside kpack', () => {
  for (const [controller, allowKpack, namespace, isLeft] of CASES) {
    const scope = namespace === undefined ? 'of all namespaces' : 'of one namespace';
    it(`${scope}, ${allowKpack ? 'allowed' : 'not allowed'}: ${isLeft ? 'leaves' : 'keeps'} ${controller}`, () => {
      const caches = namespace === undefined ? {} : { namespace };
      expect(leavesToKpack(controller, { allowKpack }, caches)).to.equal(isLeft);
    });
  }
});
