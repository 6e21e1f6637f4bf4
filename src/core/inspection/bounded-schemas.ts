import * as z from 'zod';

/**
 * The most problems of a list or record. zod's own schemas check every item, and 10,000 wrong items of a hostile label
 * take ten times as long as 10,000 valid ones.
 */
const MAX_ISSUES = 200;

type Issues = z.core.ParsePayload['issues'];

/** Returns the schema of a list that is not checked further after its first 200 problems. */
export function boundedList<T>(item: z.ZodType<T>) {
  return z.unknown().transform((value, { issues }): T[] => {
    if (!Array.isArray(value)) return wrongType('array', value, issues);
    const list: T[] = [];
    for (const [place, each] of value.entries()) {
      if (issues.length >= MAX_ISSUES) break;
      const checked = checkedAt(place, item, each, issues);
      if (checked !== undefined) list.push(checked.value);
    }
    return list;
  });
}

/** Returns the schema of an object with any keys that is not checked further after its first 200 problems. */
export function boundedRecord<T>(item: z.ZodType<T>) {
  return z.unknown().transform((value, { issues }): Record<string, T> => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrongType('record', value, issues);
    const record: Record<string, T> = {};
    for (const [key, each] of Object.entries(value)) {
      if (issues.length >= MAX_ISSUES) break;
      // Such a field would become the prototype of copies. zod's records leave it out as well.
      if (key === '__proto__') continue;
      const checked = checkedAt(key, item, each, issues);
      if (checked !== undefined) record[key] = checked.value;
    }
    return record;
  });
}

function checkedAt<T>(
  place: number | string,
  item: z.ZodType<T>,
  value: unknown,
  issues: Issues,
): { readonly value: T } | undefined {
  const result = item.safeParse(value);
  if (result.success) return { value: result.data };
  for (const issue of result.error.issues) issues.push({ ...issue, path: [place, ...issue.path], input: undefined });
  return undefined;
}

function wrongType(expected: 'array' | 'record', input: unknown, issues: Issues): never {
  issues.push({ code: 'invalid_type', expected, input });
  return z.NEVER;
}
