import { isJsonObject } from '../../model/json.ts';
import { contentName } from '../../model/names.ts';
import { lookup } from './lookup.ts';

/** True if the object has a `generateName` and no name, so the API server would generate its name. */
export function hasOnlyGenerateName(value: unknown): boolean {
  const name = lookup(value, ['metadata', 'name']) ?? '';
  const prefix = lookup(value, ['metadata', 'generateName']);
  return name === '' && typeof prefix === 'string' && prefix !== '';
}

/** Returns the object with a name that begins with its `generateName`, if it has no name. */
export function withPlaceholderName(value: unknown): unknown {
  if (!isJsonObject(value) || !hasOnlyGenerateName(value)) return value;
  const name = contentName(String(lookup(value, ['metadata', 'generateName'])), '');
  return { ...value, metadata: { ...Object(value['metadata']), name } };
}
