import { expect } from 'chai';
import { isObjectName, kindNamed } from '../../../../src/cli/objects/kind-names.ts';

describe('the name of a resource', () => {
  for (const [text, kind] of [
    ['image', 'Image'],
    ['IMGS', 'Image'],
    ['cnbimages', 'Image'],
    ['build.kpack.io', 'Build'],
    ['builds.v1alpha1.kpack.io', 'Build'],
    ['blds.v1alpha3.kpack.io', 'Build'],
    ['builder', 'Builder'],
    ['clstbldr', 'ClusterBuilder'],
    ['builds.v1.kpack.io', undefined],
    ['builds.tekton.dev', undefined],
    ['pod', undefined],
    ['constructor', undefined],
  ] as const) {
    it(`${text} names ${kind ?? 'no kind'}`, () => expect(kindNamed(text)).to.equal(kind));
  }
});

describe('the name of an object', () => {
  for (const [text, isName] of [
    ['shop-1.web', true],
    ['a'.repeat(253), true],
    ['a'.repeat(254), false],
    ['Shop', false],
    ['-shop', false],
    ['shop/1', false],
    ['', false],
  ] as const) {
    it(`${isName ? 'can' : 'cannot'} be ${text.slice(0, 20) || 'empty'}`, () =>
      expect(isObjectName(text)).to.equal(isName));
  }
});
