import { readFile } from 'node:fs/promises';
import type { KubeClient } from '../../kube/client/kube-client.ts';
import { fieldError } from '../../model/problem.ts';
import { countedDispatcher } from '../../observability/counted-dispatcher.ts';
import type { CountRequest } from '../../observability/request-metrics.ts';
import { RETRY_POLICY } from '../../http/retries.ts';
import { waitingBriefly } from '../../registry-access/brief-waits.ts';
import { registryAccess, type RegistryAccess } from '../../registry-access/registry-access.ts';
import { DEADLINES } from '../../registry/client/deadline.ts';
import { makeDispatcher } from '../../registry/client/dispatcher.ts';
import { registryClient } from '../../registry/client/registry-client.ts';
import { SYSTEM_CLOCK } from '../../runtime/clock.ts';
import type { RegistrySettings } from '../../settings/controller/settings.ts';
import { COLLABORATORS } from '../cluster/collaborators.ts';
import { CommandFailure } from '../command-failure.ts';
import { proxies } from '../registry/proxies.ts';
import { systemMessage } from '../system-message.ts';
import type { Terminal } from '../terminal.ts';

export interface RegistriesOptions {
  readonly settings: RegistrySettings;
  readonly terminal: Terminal;
  readonly client: Pick<KubeClient, 'get'>;
  readonly count: CountRequest;
}

/** Queues try again what fails here; what publishes a builder holds a worker for so long. */
const POLICY = { ...RETRY_POLICY, retries: 2 };
const PATIENCE = { ...DEADLINES, idle: 30_000 };

/** Work with registries as the accounts of a cluster reach them; connections are closed afterwards. */
export async function withRegistries<T>(
  { settings: { insecure, mirrors, caFile }, terminal, client, count }: RegistriesOptions,
  work: (access: RegistryAccess) => Promise<T>,
): Promise<T> {
  const caBundle = caFile === undefined ? undefined : await readCertificates(caFile);
  const network = { ...proxies(terminal.environment), ...(caBundle !== undefined && { caBundle }) };
  const dispatcher = makeDispatcher(network);
  const collaborators = { ...COLLABORATORS, dispatcher: countedDispatcher(dispatcher, count) };
  const end = new AbortController();
  const options = { collaborators, insecure, mirrors, policy: POLICY, deadlines: PATIENCE, signal: end.signal };
  const access = registryAccess({
    client,
    now: COLLABORATORS.now,
    makeClient: (keychain) => registryClient({ ...options, keychain }),
  });
  try {
    return await work({ ...access, ...waitingBriefly(access, SYSTEM_CLOCK) });
  } finally {
    // What nobody waits for any more goes on until then.
    end.abort();
    await dispatcher.destroy();
  }
}

async function readCertificates(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandFailure([fieldError(['REGISTRY_CA_FILE'], `${file}: ${systemMessage(error)}`)], 2);
  }
}
