import path from 'node:path';
import { makeRedaction } from '../../http/redaction.ts';
import type { Collaborators } from '../../registry/client/collaborators.ts';
import { makeDispatcher } from '../../registry/client/dispatcher.ts';
import { registryClient } from '../../registry/client/registry-client.ts';
import { networkSettings } from '../network-settings.ts';
import { endBy } from '../step-end.ts';
import { parseArguments, USAGE, type Task } from './arguments.ts';
import { complete } from './complete.ts';
import { dockerKeychain } from './credentials.ts';

/** What the process is given. */
export interface CompletionProcess {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Ends everything. */
  readonly signal: AbortSignal;
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
    // The registry client has taken its secrets out of what registries say.
    const { line, exitCode } = endBy(error, 'CompletionFailed', makeRedaction().redact, world.signal);
    world.complain(`${line}\n`);
    return exitCode;
  }
}

async function completed(task: Task, { environment, signal, clock, log }: CompletionProcess): Promise<void> {
  const keychain = await dockerKeychain(
    environment['DOCKER_CONFIG'] ?? path.join(environment['HOME'] ?? '/', '.docker'),
  );
  const dispatcher = makeDispatcher(await networkSettings(environment));
  try {
    const client = registryClient({ collaborators: { ...clock, dispatcher }, keychain, signal });
    await complete(task, { client, say: (line) => log(`${line}\n`) });
  } finally {
    await dispatcher.destroy();
  }
}
