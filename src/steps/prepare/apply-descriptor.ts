import ignore from 'ignore';
import { rmSync } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { parse, TomlError, type TomlTable } from 'smol-toml';
import { PrepareError } from '../../core/model/step-failures/step-error.ts';
import type { PrepareDependencies } from './dependencies.ts';
import type { Variable } from './environment.ts';
import { type ProjectDescriptor, readDescriptor } from './project-descriptor.ts';
import { entriesOf, joinPath } from './source/workspace.ts';

const DEFAULT_FILE = 'project.toml';

/** Descriptors have a few kilobytes. The parser needs about 20 times the memory of the file. */
const MAX_BYTES = 1024 * 1024;

/** Applies the project descriptor of the source, if there is one, and returns its variables. Rejects with `DescriptorInvalid`. */
export async function applyDescriptor(
  { paths, log }: Pick<PrepareDependencies, 'paths' | 'log'>,
  given: string | undefined,
): Promise<readonly Variable[]> {
  const file = given === undefined || given === '' ? DEFAULT_FILE : given;
  const text = await contentOf(paths.workspace, file);
  if (text === undefined && file === given) {
    throw new PrepareError(
      'DescriptorInvalid',
      `the source has no file ${JSON.stringify(file)}, which projectDescriptorPath names`,
    );
  }
  if (text === undefined) return [];
  const { files, variables, warnings } = readDescriptor(parsed(text, file), file);
  warnings.forEach(log);
  if (files.kind !== 'all') keepFiles(paths.workspace, files);
  return variables;
}

/** Reads the file. A symlink out of the source is refused, because it could point to a mounted Secret. */
async function contentOf(workspace: string, file: string): Promise<string | undefined> {
  const root = await realpath(workspace);
  const found = await realpath(path.join(root, path.join('/', file))).catch(() => undefined);
  if (found === undefined) return undefined;
  if (!found.startsWith(root + path.sep)) {
    throw new PrepareError(
      'DescriptorInvalid',
      `the project descriptor ${JSON.stringify(file)} is a symlink to a file outside the source: replace it with a file`,
    );
  }
  const { size } = await stat(found);
  if (size > MAX_BYTES) {
    throw new PrepareError(
      'DescriptorInvalid',
      `the project descriptor ${JSON.stringify(file)} has ${size} bytes, and taskpack reads at most ${MAX_BYTES}: make the file smaller`,
    );
  }
  return readFile(found, 'utf8').catch((error: unknown) => {
    throw new PrepareError('DescriptorInvalid', `cannot read the project descriptor ${JSON.stringify(file)}`, error);
  });
}

/** Keeps only the first line of the parser's message. The other lines quote the file. */
function parsed(text: string, file: string): TomlTable {
  try {
    return parse(text, { integersAsBigInt: 'asNeeded' });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [words = ''] = error.message.split('\n');
    const place = `line ${error.line}, column ${error.column}`;
    throw new PrepareError(
      'DescriptorInvalid',
      `the project descriptor ${file} is not valid TOML (${place}): ${words}`,
    );
  }
}

/**
 * Removes files by the descriptor's `.gitignore` patterns. Directories stay, as in kpack. In a name that is not UTF-8, each invalid byte
 * matches as one character, as in Go's regular expressions.
 */
function keepFiles(workspace: string, { kind, patterns }: Exclude<ProjectDescriptor['files'], { kind: 'all' }>): void {
  const matcher = ignore({ ignorecase: false }).add([...patterns]);
  const isKept = (file: string): boolean => matcher.ignores(file) === (kind === 'include');
  const walk = (directory: Buffer, below: string): void => {
    for (const entry of entriesOf(directory)) {
      const [place, name] = [joinPath(directory, entry.name), path.posix.join(below, entry.name.toString())];
      if (entry.isDirectory()) walk(place, name);
      else if (!isKept(name)) rmSync(place);
    }
  };
  walk(Buffer.from(workspace), '');
}
