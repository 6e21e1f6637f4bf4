import { isJsonObject } from '../../model/json.ts';
import { askProgram, type ProgramAnswer } from '../../programs/ask-program.ts';
import { passwordCredential, type Credential } from './credential.ts';
import { RegistryError } from './registry-error.ts';

/** Asks the helper of a name for the credential of a server; `undefined` where it has none. Rejects with `CREDENTIALS`. */
export type CredentialHelper = (name: string, server: string) => Promise<Credential | undefined>;

export interface HelperOptions {
  /** Of the helper, whole: its `PATH` is where it is looked for. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** For one answer, in milliseconds. */
  readonly timeout?: number;
}

/** What every helper says of an unknown server (docker-credential-helpers, credentials/error.go). */
const NOT_FOUND = 'credentials not found in native keychain';

/** Helpers as programs, `docker-credential-NAME get`: the server goes in, JSON comes out (docker-credential-helpers, README). */
export function helperPrograms({ environment, timeout = 30_000 }: HelperOptions): CredentialHelper {
  return async (name, server) => {
    // The name is part of a program's, never a path.
    if (!/^[\w-][\w.-]*$/.test(name)) throw helperError(name, server, 'this is no name of a credential helper');
    const { status, output } = await ask(name, server, environment, timeout);
    if (status === 0) return readAnswer(name, server, output);
    if (output.trim() === NOT_FOUND) return undefined;
    throw helperError(name, server, `the credential helper fails with status ${status ?? 'unknown'}`);
  };
}

async function ask(
  name: string,
  server: string,
  environment: HelperOptions['environment'],
  timeout: number,
): Promise<ProgramAnswer> {
  try {
    return await askProgram(`docker-credential-${name}`, ['get'], { environment, timeout, input: server });
  } catch (cause) {
    throw helperError(name, server, 'the credential helper does not start', cause);
  }
}

function readAnswer(name: string, server: string, output: string): Credential | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(output);
  } catch {
    // The parser's error would quote the secret.
  }
  if (!isJsonObject(answer)) throw helperError(name, server, 'the credential helper answers no JSON object');
  const { Username: username, Secret: secret } = answer;
  if (typeof username !== 'string' || typeof secret !== 'string') {
    throw helperError(name, server, 'the credential helper answers without Username and Secret');
  }
  return username === '' && secret === '' ? undefined : passwordCredential(username, secret);
}

function helperError(name: string, server: string, sentence: string, cause?: unknown): RegistryError {
  return new RegistryError(
    'CREDENTIALS',
    { registry: server, image: `docker-credential-${name} for ${server}` },
    sentence,
    {
      cause,
    },
  );
}
