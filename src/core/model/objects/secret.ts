import { objectMeta } from './object-meta.ts';
import { fields, text, textMap } from './reader.ts';

/** Reads a Secret (core/v1). Its values are in base64. */
export const asSecret = fields({ metadata: objectMeta, type: text, data: textMap });

export type Secret = ReturnType<typeof asSecret>;

/** Returns a value of a Secret as text; `undefined` if the Secret does not have the key. */
export function secretText({ data }: Secret, key: string): string | undefined {
  const value = data.raw[key];
  return typeof value === 'string' ? Buffer.from(value, 'base64').toString() : undefined;
}
