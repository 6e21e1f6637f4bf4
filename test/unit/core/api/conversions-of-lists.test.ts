import { expect } from 'chai';
import { conversionsAt, conversionsOf, EACH } from '../../../../src/core/api/reading/conversions-of-lists.ts';

const PLAIN = { from: ['spec', 'old'], to: ['spec', 'new'] };
const LISTED = { from: ['spec', 'tasks', EACH, 'old'], to: ['spec', 'tasks', EACH, 'new', 'part'] };

describe('Conversions of the elements of a list', () => {
  it('are one for each element of the value', () => {
    expect(conversionsOf({ spec: { tasks: [{}, {}] } }, [PLAIN, LISTED])).to.deep.equal([
      PLAIN,
      { from: ['spec', 'tasks', 0, 'old'], to: ['spec', 'tasks', 0, 'new', 'part'] },
      { from: ['spec', 'tasks', 1, 'old'], to: ['spec', 'tasks', 1, 'new', 'part'] },
    ]);
  });

  it('are none for a value without the list', () => {
    for (const value of [{}, { spec: { tasks: { 0: {} } } }, undefined]) {
      expect(conversionsOf(value, [PLAIN, LISTED])).to.deep.equal([PLAIN]);
    }
  });

  it('have the index of a path through the list', () => {
    expect(conversionsAt(['spec', 'tasks', 3, 'old', 'x'], [PLAIN, LISTED])).to.deep.equal([
      PLAIN,
      { from: ['spec', 'tasks', 3, 'old'], to: ['spec', 'tasks', 3, 'new', 'part'] },
    ]);
    expect(conversionsAt(['spec', 'tasks'], [PLAIN, LISTED])).to.deep.equal([PLAIN]);
  });
});
