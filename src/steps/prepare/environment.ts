import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../core/model/error-code.ts';
import type { EnvironmentInput, SecretKeyInput } from '../../core/model/build-inputs.ts';
import { PrepareError } from '../../core/model/step-failures/step-error.ts';
import type { PrepareDependencies } from './dependencies.ts';
import { secretName } from '../../clients/secret-file.ts';

/** An environment variable for buildpacks. */
export interface Variable {
  readonly name: string;
  readonly value: string | Uint8Array;
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

/** Returns the Build's variables without those that are unset. Rejects with `PrepareError`. */
export async function buildVariables(
  inputs: readonly EnvironmentInput[],
  { environment }: Pick<PrepareDependencies, 'environment'>,
): Promise<readonly Variable[]> {
  const variables: Variable[] = [];
  for (const input of inputs) {
    const value = await valueOf(input, environment);
    if (value !== undefined) variables.push({ name: input.name, value });
  }
  return variables;
}

/** `from` names a variable of prepare that the kubelet sets. */
async function valueOf(
  input: EnvironmentInput,
  environment: PrepareDependencies['environment'],
): Promise<Variable['value'] | undefined> {
  if ('value' in input) return input.value;
  return 'from' in input ? environment[input.from] : secretKeyValue(input.name, input.secret);
}

/** Reads the key of a Secret, byte for byte. The kubelet mounts no file for a key or Secret that does not exist. */
async function secretKeyValue(
  name: string,
  { path: directory, key, optional }: SecretKeyInput,
): Promise<Uint8Array | undefined> {
  const secret = secretName(directory);
  const value = await readFile(path.join(directory, key)).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (value === undefined && optional !== true) {
    throw new PrepareError(
      'VariableMissing',
      `the variable ${name} has no value, because the Secret ${secret} or its key ${key} does not exist: create it, or set optional in the secretKeyRef`,
    );
  }
  if (value?.includes(0) === true) {
    const message = `the variable ${name} cannot have its value, because the key ${key} of the Secret ${secret} contains a NUL character: bind the Secret instead`;
    throw new PrepareError('VariableInvalid', message);
  }
  return value;
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
