import { readdir } from 'node:fs/promises';
import { errorCode } from '../../core/model/error-code.ts';

/** Returns the names in a directory, or none if the directory does not exist. Rejects with other errors of the system. */
export async function directoryEntries(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
