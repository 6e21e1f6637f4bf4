import { readFile } from 'node:fs/promises';
import type { KubeClient } from '../../kube/client/kube-client.ts';
import { fieldError } from '../../model/problem.ts';
import { countedDispatcher } from '../../observability/counted-dispatcher.ts';
import type { CountRequest } from '../../observability/request-metrics.ts';
import { registryAccess, type RegistryAccess } from '../../registry-access/registry-access.ts';
import { makeDispatcher } from '../../registry/client/dispatcher.ts';
import { registryClient } from '../../registry/client/registry-client.ts';
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

/** Work with registries as the accounts of a cluster reach them; connections are closed afterwards. */
export async function withRegistries<T>(
  { settings: { insecure, mirrors, caFile }, terminal, client, count }: RegistriesOptions,
  work: (access: RegistryAccess) => Promise<T>,
): Promise<T> {
  const caBundle = caFile === undefined ? undefined : await readCertificates(caFile);
  const network = { ...proxies(terminal.environment), ...(caBundle !== undefined && { caBundle }) };
  const dispatcher = makeDispatcher(network);
  const collaborators = { ...COLLABORATORS, dispatcher: countedDispatcher(dispatcher, count) };
  try {
    return await work(
      registryAccess({
        client,
        now: COLLABORATORS.now,
        makeClient: (keychain) => registryClient({ collaborators, keychain, insecure, mirrors }),
      }),
    );
  } finally {
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
