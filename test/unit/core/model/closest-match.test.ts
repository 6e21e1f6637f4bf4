import { expect } from 'chai';
import * as fc from 'fast-check';
import { closestMatch } from '../../../../src/core/model/closest-match.ts';

/** Names of few letters are often similar. */
const name = fc.string({ unit: fc.constantFrom('a', 'B', 'c', '_', '1'), maxLength: 7 });

describe('closestMatch', () => {
  it('finds a name exactly if one differs by at most the limit', () => {
    fc.assert(
      fc.property(name, fc.array(name, { maxLength: 5 }), fc.integer({ min: 0, max: 3 }), (text, names, limit) => {
        const distances = names.map((each) => alignmentDistance(text.toLowerCase(), each.toLowerCase()));
        const least = Math.min(...distances);
        const found = closestMatch(text, names, limit);
        if (least > limit) expect(found).to.equal(undefined);
        else expect(distances[names.indexOf(found ?? '')]).to.equal(least);
      }),
      { numRuns: 2_000 },
    );
  });
});

/** The optimal string alignment distance by its definition, in exponential time. */
function alignmentDistance(one: string, other: string): number {
  if (one === '' || other === '') return one.length + other.length;
  const [a, b] = [one.slice(1), other.slice(1)];
  if (one[0] === other[0]) return alignmentDistance(a, b);
  const isSwap = one[0] === other[1] && one[1] === other[0];
  return (
    1 +
    Math.min(
      alignmentDistance(a, other),
      alignmentDistance(one, b),
      alignmentDistance(a, b),
      isSwap ? alignmentDistance(a.slice(1), b.slice(1)) : Infinity,
    )
  );
}
