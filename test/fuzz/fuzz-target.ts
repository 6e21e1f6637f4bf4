import type * as fc from 'fast-check';

/** A part of taskpack that reads untrusted input, with a generator of such input. */
export interface FuzzTarget {
  readonly name: string;
  /** Cases consist of JSON, so that files of the corpus can hold them. */
  readonly cases: fc.Arbitrary<unknown>;
  /** Returns `value` or the code of the error. Throws if the code breaks a promise. */
  readonly check: (input: unknown) => Promise<string>;
}

/** Returns a target whose cases have the type `T`. A case runs as a file of the corpus would hold it. */
export function fuzzTarget<T>(name: string, cases: fc.Arbitrary<T>, check: (input: T) => Promise<string>): FuzzTarget {
  return { name, cases, check: async (input) => check(JSON.parse(JSON.stringify(input)) as T) };
}
