import { readFile } from 'node:fs/promises';
import { makeDispatcher, type NetworkSettings } from '../../registry/client/dispatcher.ts';
import type { Collaborators } from '../../registry/client/collaborators.ts';
import { registryClient } from '../../registry/client/registry-client.ts';
import { parseArguments, USAGE, type Task } from './arguments.ts';
import { complete } from './complete.ts';
import { CompletionError, EXIT_CODES } from './completion-error.ts';
import { homeKeychain } from './credentials.ts';

/** What the process is given. */
export interface CompletionProcess {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Omit<Collaborators, 'dispatcher'>;
  readonly log: (text: string) => void;
  readonly complain: (text: string) => void;
}

/** Runs one command line, without the names of node and of the program in front; answers with the exit code. */
export async function run(args: readonly string[], world: CompletionProcess): Promise<number> {
  try {
    const asked = parseArguments(args);
    if (asked.kind === 'help') world.log(USAGE);
    else await completed(asked.task, world);
    return 0;
  } catch (error) {
    if (!(error instanceof CompletionError)) throw error;
    world.complain(`error: ${error.message}\n`);
    return EXIT_CODES[error.code];
  }
}

async function completed(task: Task, { environment, clock, log }: CompletionProcess): Promise<void> {
  const keychain = await homeKeychain(environment['HOME'] ?? '/');
  const dispatcher = makeDispatcher(await networkSettings(environment));
  try {
    const client = registryClient({ collaborators: { ...clock, dispatcher }, keychain });
    await complete(task, { client, say: (line) => log(`${line}\n`) });
  } finally {
    await dispatcher.close();
  }
}

/** As of prepare: the proxies, and the certificates that are trusted beside the well-known ones. */
async function networkSettings(environment: CompletionProcess['environment']): Promise<NetworkSettings> {
  const { SSL_CERT_FILE: certificates = '' } = environment;
  const proxy = (name: string): string => environment[name] ?? environment[name.toLowerCase()] ?? '';
  return {
    ...(certificates !== '' && { caBundle: await readCertificates(certificates) }),
    httpProxy: proxy('HTTP_PROXY'),
    httpsProxy: proxy('HTTPS_PROXY'),
    noProxy: proxy('NO_PROXY'),
  };
}

async function readCertificates(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CompletionError('TlsFailed', `${file}, which SSL_CERT_FILE names, cannot be read`, cause);
  });
}
