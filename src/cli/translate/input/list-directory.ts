import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fieldError } from '../../../model/problem.ts';
import type { InputList } from './input.ts';
import { systemMessage } from '../../system-message.ts';

/** The YAML and JSON files of a directory by name, as kubectl reads them; links to directories are not followed, so that there are no circles. */
export async function listDirectory(directory: string, recursive: boolean): Promise<InputList> {
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    const sorted = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const lists = await Promise.all(sorted.map((entry) => inputsOf(entry, directory, recursive)));
    return { inputs: lists.flatMap((list) => list.inputs), problems: lists.flatMap((list) => list.problems) };
  } catch (error) {
    return { inputs: [], problems: [fieldError([], `${directory}: ${systemMessage(error)}`)] };
  }
}

async function inputsOf(entry: Dirent, directory: string, recursive: boolean): Promise<InputList> {
  const path = join(directory, entry.name);
  if (entry.isDirectory()) return recursive ? listDirectory(path, recursive) : { inputs: [], problems: [] };
  return { inputs: /\.(?:ya?ml|json)$/.test(entry.name) ? [{ kind: 'file', path }] : [], problems: [] };
}
