import { stat } from 'node:fs/promises';
import { fieldError } from '../../../model/problem.ts';
import { listDirectory } from './list-directory.ts';
import type { InputList } from './input.ts';
import { systemMessage } from '../../system-message.ts';

/** Everything that the paths of a command line stand for, in their order. */
export async function listInputs(paths: readonly string[], recursive: boolean): Promise<InputList> {
  const lists = await Promise.all(paths.map((path) => inputsAt(path, recursive)));
  const isStdinTwice = paths.filter((path) => path === '-').length > 1;
  return {
    inputs: lists.flatMap((list) => list.inputs),
    problems: [
      ...(isStdinTwice ? [fieldError([], '-f -: standard input can be read only once')] : []),
      ...lists.flatMap((list) => list.problems),
    ],
  };
}

async function inputsAt(path: string, recursive: boolean): Promise<InputList> {
  if (path === '-') return { inputs: [{ kind: 'stdin' }], problems: [] };
  try {
    const isDirectory = (await stat(path)).isDirectory();
    return isDirectory ? await inputsIn(path, recursive) : { inputs: [{ kind: 'file', path }], problems: [] };
  } catch (error) {
    return { inputs: [], problems: [fieldError([], `${path}: ${systemMessage(error)}`)] };
  }
}

async function inputsIn(path: string, recursive: boolean): Promise<InputList> {
  const list = await listDirectory(path, recursive);
  if (list.inputs.length > 0 || list.problems.length > 0) return list;
  const place = recursive ? 'in this directory or below it' : 'in this directory; -R also reads those below it';
  return { inputs: [], problems: [fieldError([], `${path}: no *.yaml, *.yml or *.json file ${place}`)] };
}
