import { isJsonObject } from '../../../../core/model/json.ts';
import { runProgram, type ProgramOutput } from '../../../run-program.ts';
import { passwordCredential, type Credential } from './credential.ts';
import { RegistryError } from '../registry-error.ts';

/**
 * Runs a credential helper for a server. Returns `undefined` if the helper has no credential. Rejects with
 * `CREDENTIALS`.
 */
export type CredentialHelper = (name: string, server: string) => Promise<Credential | undefined>;

export interface HelperOptions {
  /** The complete environment of the helper. The helper is looked up in its `PATH`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Defaults to 30 seconds. */
  readonly timeoutMs?: number;
}

/** The output of every helper for an unknown server (docker-credential-helpers, credentials/error.go). */
const NOT_FOUND = 'credentials not found in native keychain';

/**
 * Runs helpers as `docker-credential-NAME get`, with the server on stdin and JSON on stdout (docker-credential-helpers,
 * README).
 */
export function credentialHelperPrograms({
  environment,
  timeoutMs: timeout = 30_000,
}: HelperOptions): CredentialHelper {
  return async (name, server) => {
    // The name becomes part of a program name and must not contain a path.
    if (!/^[\w-][\w.-]*$/.test(name)) throw helperError(name, server, 'not a valid name of a credential helper');
    const { status, output } = await runHelper(name, server, environment, timeout);
    if (status === 0) return readHelperOutput(name, server, output);
    if (output.trim() === NOT_FOUND) return undefined;
    throw helperError(
      name,
      server,
      `the credential helper fails with status ${status ?? 'unknown'}; run it by hand to see why`,
    );
  };
}

async function runHelper(
  name: string,
  server: string,
  environment: HelperOptions['environment'],
  timeout: number,
): Promise<ProgramOutput> {
  try {
    return await runProgram(`docker-credential-${name}`, ['get'], {
      environment,
      timeoutMs: timeout,
      input: server,
    });
  } catch (cause) {
    throw helperError(
      name,
      server,
      'the credential helper cannot be started; check that it is installed and in PATH',
      cause,
    );
  }
}

function readHelperOutput(name: string, server: string, output: string): Credential | undefined {
  let response: unknown;
  try {
    response = JSON.parse(output);
  } catch {
    // The parser's error would quote the secret.
  }
  if (!isJsonObject(response)) throw helperError(name, server, 'the credential helper does not print a JSON object');
  const { Username: username, Secret: secret } = response;
  if (typeof username !== 'string' || typeof secret !== 'string') {
    throw helperError(name, server, 'the credential helper prints no Username and Secret');
  }
  return username === '' && secret === '' ? undefined : passwordCredential(username, secret);
}

function helperError(name: string, server: string, message: string, cause?: unknown): RegistryError {
  return new RegistryError(
    'CREDENTIALS',
    { registry: server, image: `docker-credential-${name} for ${server}` },
    message,
    {
      cause,
    },
  );
}
