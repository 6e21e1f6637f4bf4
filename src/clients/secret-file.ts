import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../core/model/error-code.ts';
import { PrepareError } from '../core/model/step-failures/step-error.ts';

/** Returns the name of a mounted Secret: the last part of its mount path. */
export function secretName(directory: string): string {
  return path.basename(directory);
}

/** Reads a key of a mounted Secret. Rejects with `CredentialsInvalid` if the file cannot be read. */
export async function optionalKey(directory: string, key: string): Promise<string | undefined> {
  try {
    return await readFile(path.join(directory, key), 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new PrepareError('CredentialsInvalid', `cannot read ${key} of Secret ${secretName(directory)}`, error);
  }
}

/** Reads a key of a mounted Secret. Rejects with `CredentialsInvalid` if the key is missing. */
export async function requiredKey(directory: string, key: string): Promise<string> {
  const value = await optionalKey(directory, key);
  if (value !== undefined) return value;
  throw missingKey(secretName(directory), key);
}

/** Returns the error of a Secret without a key that its type must have. */
export function missingKey(name: string, key: string): PrepareError {
  return new PrepareError('CredentialsInvalid', `Secret ${name} has no key ${key}: add it`);
}
