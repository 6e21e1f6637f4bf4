import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { EnvironmentInput } from '../../model/build-inputs.ts';
import { PrepareError } from '../step-error.ts';
import type { PrepareDependencies } from './dependencies.ts';

/** An environment variable for buildpacks. */
export interface Variable {
  readonly name: string;
  readonly value: string;
}

/** Linux NAME_MAX. */
const MAX_NAME_BYTES = 255;

/** Writes one file for each variable, with no trailing newline (CNB Platform API, "Platform Directory"). The last value of a name wins. */
export async function writeEnvironment(platform: string, variables: readonly Variable[]): Promise<void> {
  const directory = path.join(platform, 'env');
  for (const { name } of variables) checkName(name);
  await mkdir(directory, { recursive: true });
  for (const { name, value } of variables) await writeFile(path.join(directory, name), value, { mode: 0o644 });
}

/** Returns the Build's variables. `from` names a variable of prepare that the kubelet sets; unset ones are left out. */
export function buildVariables(
  inputs: readonly EnvironmentInput[],
  { environment }: Pick<PrepareDependencies, 'environment'>,
): readonly Variable[] {
  return inputs.flatMap((input) => {
    const value = 'from' in input ? environment[input.from] : input.value;
    return value === undefined ? [] : [{ name: input.name, value }];
  });
}

function checkName(name: string): void {
  const isFile = name !== '' && name !== '.' && name !== '..' && Buffer.byteLength(name) <= MAX_NAME_BYTES;
  if (isFile && !/[/=\p{Cc}]/u.test(name)) return;
  const shown = JSON.stringify(name.slice(0, 100));
  throw new PrepareError(
    'VariableInvalid',
    `the variable name ${shown} is invalid, because it is not a valid file name: rename the variable`,
  );
}
