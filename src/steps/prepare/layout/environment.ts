import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { EnvironmentInput } from '../../../model/build-inputs.ts';
import { PrepareError } from '../prepare-error.ts';
import type { World } from '../world.ts';

/** A variable for buildpacks. */
export interface Variable {
  readonly name: string;
  readonly value: string;
}

/** What a file can be called, in bytes. */
const LONGEST_NAME = 255;

/** Writes each variable as a file with its value and no byte more (Platform API, "Platform Directory"); later ones win. */
export async function writeEnvironment(platform: string, variables: readonly Variable[]): Promise<void> {
  const directory = path.join(platform, 'env');
  for (const { name } of variables) checkName(name);
  await mkdir(directory, { recursive: true });
  for (const { name, value } of variables) await writeFile(path.join(directory, name), value, { mode: 0o644 });
}

/** The Build's variables; of those that only the kubelet knows, those that it has set. */
export function buildVariables(
  inputs: readonly EnvironmentInput[],
  { environment }: Pick<World, 'environment'>,
): readonly Variable[] {
  return inputs.flatMap((input) => {
    const value = 'from' in input ? environment[input.from] : input.value;
    return value === undefined ? [] : [{ name: input.name, value }];
  });
}

function checkName(name: string): void {
  const isFile = name !== '' && name !== '.' && name !== '..' && Buffer.byteLength(name) <= LONGEST_NAME;
  if (isFile && !/[/=\p{Cc}]/u.test(name)) return;
  const shown = JSON.stringify(name.slice(0, 100));
  throw new PrepareError('VariableInvalid', `${shown} cannot be the name of a variable, as no file can be called that`);
}
