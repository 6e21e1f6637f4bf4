import * as fc from 'fast-check';
import type { JsonObject } from '../../../../src/core/model/json.ts';

/** A field that is usually absent. */
export function rarely<T>(value: fc.Arbitrary<T>, weight = 1): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: 60, arbitrary: fc.constant(undefined) }, { weight: weight * 10, arbitrary: value });
}

/** Mostly the first value. */
export function mostly<T>(...values: readonly [T, ...T[]]): fc.Arbitrary<T> {
  const [usual, ...others] = values;
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(usual) },
    { weight: 2, arbitrary: fc.constantFrom(usual, ...others) },
  );
}

/** Returns the fields that are not `undefined`. */
export function present(fields: object): JsonObject {
  return JSON.parse(JSON.stringify(fields)) as JsonObject;
}

export const labels = rarely(fc.constantFrom({ team: 'shop' }, { team: 'web', tier: '1' }), 2);

export const condition = (type: string): fc.Arbitrary<JsonObject> =>
  mostly<JsonObject>(
    { type, status: 'True' },
    { type, status: 'False', reason: 'Failed', message: 'it failed' },
    { type, status: 'Unknown' },
  );
