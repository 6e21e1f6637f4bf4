import { randomUUID } from 'node:crypto';
import { pushConfigMap } from '../../controller/sources/git-pushes/push-config-map.ts';
import {
  startWebhookServer,
  type WebhookServer,
  type WebhookServerOptions,
} from '../../controller/sources/webhooks/webhook-server.ts';
import { readWebhookKeys, type WebhookKey } from '../../controller/sources/webhooks/webhook-keys.ts';
import { hostMatcher } from '../../clients/http/host-matcher.ts';
import { PUSH_CONFIG_MAP } from '../../core/model/installation-names.ts';
import type { ObjectName } from '../../clients/kube/client/resource.ts';
import { fieldError } from '../../core/model/problem.ts';
import { expiringCache } from '../../controller/registry-access/expiring-cache.ts';
import { SYSTEM_CLOCK } from '../../core/runtime/clock.ts';
import type { GitWebhookSettings } from '../../core/settings/controller-settings.ts';
import type { OpenCluster } from '../cluster.ts';
import { CommandFailure } from '../problems.ts';
import { systemMessage } from '../terminal.ts';
import { installationNamespace, type ControllerProcess } from './controller-process.ts';

const REQUEST_TIMEOUT_MS = 10_000;

/** A header is a few packets, and proxies send the whole header at once. */
const HEADERS_TIMEOUT_MS = 3_000;

/** After this time at the latest, a new key is accepted and an old one is refused. */
const KEYS_LIFETIME_MS = 30_000;

/**
 * Returns the name of the ConfigMap through which the replicas of this controller pass pushes to the leader.
 * Controllers of different namespaces have different ConfigMaps.
 */
export function pushConfigMapName(
  controller: Pick<ControllerProcess, 'flags' | 'settings'>,
  cluster: Pick<OpenCluster, 'namespace'>,
): ObjectName {
  const { namespace } = controller.flags;
  const name = namespace === undefined ? PUSH_CONFIG_MAP : `${PUSH_CONFIG_MAP}.${namespace}`;
  return { namespace: installationNamespace(controller, cluster), name };
}

/**
 * Starts to accept webhook deliveries of git servers. A standby accepts deliveries too, and passes them on to the leader. Rejects with
 * `CommandFailure` if the port cannot be opened.
 */
export async function startWebhooks(
  { secret, port, trustedProxies }: GitWebhookSettings,
  controller: ControllerProcess,
  cluster: OpenCluster,
): Promise<WebhookServer> {
  const { log, sources } = controller.telemetry;
  const { client } = cluster;
  const configMap = pushConfigMapName(controller, cluster);
  const cached = expiringCache<readonly WebhookKey[]>(KEYS_LIFETIME_MS, SYSTEM_CLOCK.elapsed);
  let reported: readonly string[] = [];
  const keys = async (): Promise<readonly WebhookKey[]> =>
    cached('keys', async () => {
      const read = await readWebhookKeys(client, { ...configMap, name: secret });
      const unreported = read.problems.filter((problem) => !reported.includes(problem));
      reported = read.problems;
      for (const problem of unreported) log.failure('a webhook key is refused', new Error(problem));
      return read.keys;
    });
  const { post } = pushConfigMap({ client, configMap, unique: randomUUID });
  const onDelivery: WebhookServerOptions['onDelivery'] = (outcome, error) => {
    sources.delivery(outcome);
    if (error !== undefined) log.failure('a webhook delivery could not be accepted', error);
  };
  await keys().catch((error: unknown) => log.failure('webhook deliveries are refused', error));
  try {
    const server = await startWebhookServer({
      port,
      clock: SYSTEM_CLOCK,
      requestTimeoutMs: REQUEST_TIMEOUT_MS,
      headersTimeoutMs: HEADERS_TIMEOUT_MS,
      isTrustedProxy: addressMatcher(trustedProxies),
      keys,
      onPush: post,
      onDelivery,
    });
    log.info('webhook deliveries are accepted', { port: server.port });
    return server;
  } catch (error) {
    throw new CommandFailure([fieldError(['GIT_WEBHOOKS_PORT'], `port ${port}: ${systemMessage(error)}`)], 2);
  }
}

/** Returns a function that is true for the addresses in a list of addresses and networks. */
function addressMatcher(list: readonly string[]): (address: string) => boolean {
  const matches = hostMatcher(list.join(','));
  return (address) => {
    const url = `http://${address.includes(':') ? `[${address}]` : address}`;
    return URL.canParse(url) && matches(new URL(url));
  };
}
