import type { Readable } from 'node:stream';
import type { SourceDocument } from '../../../model/document.ts';
import { fieldError, type Problem } from '../../../model/problem.ts';
import { parseYaml } from '../../../yaml/parse-yaml.ts';
import { inputName, type Input } from './input.ts';
import { listInputs } from './list-inputs.ts';
import { readText } from './read-text.ts';

export interface Documents {
  readonly documents: readonly SourceDocument[];
  readonly problems: readonly Problem[];
}

/** The documents of every file that the paths of a command line stand for, with every problem of reading them. */
export async function readDocuments(paths: readonly string[], recursive: boolean, stdin: Readable): Promise<Documents> {
  const { inputs, problems } = await listInputs(paths, recursive);
  const read: Documents[] = [];
  // One after the other: a process may hold only so many files open.
  for (const input of inputs) read.push(await documentsOf(input, stdin));
  return {
    documents: read.flatMap(({ documents }) => documents),
    problems: [...problems, ...read.flatMap((each) => each.problems)],
  };
}

async function documentsOf(input: Input, stdin: Readable): Promise<Documents> {
  const reading = await readText(input, stdin);
  if (reading.kind === 'text') return parseYaml(reading.text, inputName(input));
  return { documents: [], problems: [fieldError([], `${inputName(input)}: ${reading.message}`)] };
}
