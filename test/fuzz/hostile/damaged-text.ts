import * as fc from 'fast-check';

/** Returns the texts with a few characters replaced, or cut off. Some are unchanged. */
export function damagedText(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const damage = fc.tuple(fc.nat(), fc.nat(4), fc.string({ maxLength: 3 }));
  return fc
    .tuple(texts, fc.array(damage, { maxLength: 3 }), fc.option(fc.nat(), { freq: 8 }))
    .map(([text, damages, end]) => {
      const damaged = damages.reduce((before, [at, length, insertion]) => {
        const start = at % (before.length + 1);
        return before.slice(0, start) + insertion + before.slice(start + length);
      }, text);
      return end === null ? damaged : damaged.slice(0, end % (damaged.length + 1));
    });
}
