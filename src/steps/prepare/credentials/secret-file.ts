import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../../http/error-code.ts';
import { PrepareError } from '../prepare-error.ts';

/** The name of a mounted Secret. */
export function secretName(directory: string): string {
  return path.basename(directory);
}

/** A key of a mounted Secret; `undefined` where it has none of that name. */
export async function optionalKey(directory: string, key: string): Promise<string | undefined> {
  try {
    return await readFile(path.join(directory, key), 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new PrepareError('CredentialsInvalid', `${key} of Secret ${secretName(directory)} cannot be read`, error);
  }
}

/** A key that a mounted Secret must have. */
export async function requiredKey(directory: string, key: string): Promise<string> {
  const value = await optionalKey(directory, key);
  if (value !== undefined) return value;
  throw new PrepareError('CredentialsInvalid', `Secret ${secretName(directory)} lacks the key ${key}`);
}
