import { readFileSync } from 'node:fs';
import type { Cluster } from '../cluster.ts';
import { startAdmissionServer, type Answer } from './admission-server.ts';
import type { Injector } from './injector.ts';
import { webhookConfiguration } from './webhook-configuration.ts';

/** Starts a server for webhooks by variant, and registers them for namespaces with their labels. `stop` removes them from the cluster. */
export async function startWebhooks(
  { client, certificates }: Pick<Cluster, 'client' | 'certificates'>,
  webhooks: ReadonlyMap<string, Pick<Injector, 'webhook'>>,
  answer: Answer,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const server = await startAdmissionServer(certificates, answer);
  const caBundle = readFileSync(certificates.authority).toString('base64');
  const configurations = [...webhooks].map(([variant, webhook]) =>
    webhookConfiguration(variant, webhook, { url: server.url, caBundle }),
  );
  await Promise.all(configurations.map((configuration) => client.put(configuration)));
  return {
    url: server.url,
    stop: async () => {
      await Promise.all(configurations.map((configuration) => client.delete(configuration)));
      await server.stop();
    },
  };
}
