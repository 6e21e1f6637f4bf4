import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { parse, TomlError, type TomlTable } from 'smol-toml';
import type { Variable } from '../layout/environment.ts';
import { PrepareError } from '../prepare-error.ts';
import type { World } from '../world.ts';
import { keepFiles } from './keep-files.ts';
import { readDescriptor } from './project-descriptor.ts';

const DEFAULT_FILE = 'project.toml';

/** Does what the source's project descriptor says, if there is one, and answers its variables. Rejects with `DescriptorInvalid`. */
export async function applyDescriptor(
  { paths, log }: Pick<World, 'paths' | 'log'>,
  given: string | undefined,
): Promise<readonly Variable[]> {
  const file = given === undefined || given === '' ? DEFAULT_FILE : given;
  const text = await contentOf(paths.workspace, file);
  if (text === undefined && file === given) {
    throw new PrepareError(
      'DescriptorInvalid',
      `the source has no file ${JSON.stringify(file)}, its project descriptor`,
    );
  }
  if (text === undefined) return [];
  const { files, variables, remarks } = readDescriptor(parsed(text, file), file);
  remarks.forEach(log);
  if (files.kind !== 'all') keepFiles(paths.workspace, files);
  return variables;
}

/** Its text; a link in the source could lead to a Secret, of which nothing may get out. */
async function contentOf(workspace: string, file: string): Promise<string | undefined> {
  const root = await realpath(workspace);
  const found = await realpath(path.join(root, path.join('/', file))).catch(() => undefined);
  if (found === undefined) return undefined;
  if (!found.startsWith(root + path.sep)) {
    throw new PrepareError(
      'DescriptorInvalid',
      `the project descriptor ${JSON.stringify(file)} is a link that leads out of the source`,
    );
  }
  return readFile(found, 'utf8').catch((error: unknown) => {
    throw new PrepareError('DescriptorInvalid', `the project descriptor ${JSON.stringify(file)} cannot be read`, error);
  });
}

/** The parser's message quotes the file from its second line on. */
function parsed(text: string, file: string): TomlTable {
  try {
    return parse(text, { integersAsBigInt: 'asNeeded' });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [words = ''] = error.message.split('\n');
    const place = `line ${error.line}, column ${error.column}`;
    throw new PrepareError('DescriptorInvalid', `the project descriptor ${file} is no TOML (${place}): ${words}`);
  }
}
