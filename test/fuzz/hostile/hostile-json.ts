import * as fc from 'fast-check';
import type { Json } from '../../../src/core/model/json.ts';

/** Texts that break naive code: control characters, other directions, names of prototypes, variables, long texts. */
export const hostileText = fc.oneof(
  fc.constantFrom('', 'a', '/', '..', '-', '__proto__', 'constructor', 'toString', '$(x)', '${X}', '\n', 'a\r\nb: c'),
  fc.constantFrom('\u001b[31mred', '\u202eabc', '\u2028', '\ud800', '\ufeff', '\u0000', '\u{1F600}', '%00', '%'),
  fc.constantFrom('0', '-1', '1e3', '0x10', '1_000', 'true', 'null', '~', '=', '~1', '999999999999999999999'),
  fc.constantFrom('x'.repeat(300), 'x/'.repeat(3_000), '\u{1F600}'.repeat(2_000), '\u001b'.repeat(1_500)),
  fc.string({ maxLength: 12 }),
);

/** Values of every type, some of them deep or long. */
const hostileValue: fc.Arbitrary<Json> = fc.oneof(
  { weight: 10, arbitrary: hostileText },
  { weight: 4, arbitrary: fc.constantFrom<Json>(null, true, false, 0, -1, 1.5, 2 ** 53, -(2 ** 31), 1e300) },
  { weight: 3, arbitrary: fc.constantFrom<Json>([], {}, [null], [[]], { a: null }, { '': '' }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(20, 99, 101, 600), fc.boolean())
      .map(([levels, isList]) => nested(levels, isList)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(25, 1_001), hostileText)
      .map(([length, item]) => Array<Json>(length).fill(short(item))),
  },
  { weight: 1, arbitrary: fc.dictionary(hostileText.map(short), hostileText, { maxKeys: 12 }) },
);

/** One change: the place, counted over all values of the document, and the new value. Without a value, removes the place. */
export type Change = readonly [place: number, value: Json | undefined];

/** Returns documents that differ from one of the samples at a few places. Some do not differ. */
export function changedJson(samples: readonly Json[]): fc.Arbitrary<Json> {
  const change = fc.tuple(fc.nat(), fc.option(hostileValue, { freq: 8, nil: undefined }));
  return fc
    .tuple(fc.constantFrom(...samples), fc.array(change, { maxLength: 4 }))
    .map(([sample, changes]) => changes.reduce(changed, sample));
}

function changed(document: Json, [place, value]: Change): Json {
  const copy = structuredClone(document);
  const places = placesIn(copy);
  const chosen = places[place % (places.length + 1)];
  if (chosen === undefined) return value ?? null;
  if (value === undefined && Array.isArray(chosen.parent)) chosen.parent.splice(Number(chosen.key), 1);
  else if (value === undefined) Reflect.deleteProperty(chosen.parent, chosen.key);
  else Reflect.set(chosen.parent, chosen.key, value);
  return copy;
}

interface Place {
  readonly parent: object;
  readonly key: string;
}

/** Returns the place of every value below the root, with its depth limited, because long lists hide all other places. */
function placesIn(value: Json, depth = 0): readonly Place[] {
  if (typeof value !== 'object' || value === null || depth > 12) return [];
  return Object.entries(value)
    .slice(0, 40)
    .flatMap(([key, below]) => [{ parent: value, key }, ...placesIn(below, depth + 1)]);
}

function nested(levels: number, isList: boolean): Json {
  let value: Json = 'a';
  for (let level = 0; level < levels; level += 1) value = isList ? [value] : { a: value };
  return value;
}

function short(text: string): string {
  return text.slice(0, 100);
}
