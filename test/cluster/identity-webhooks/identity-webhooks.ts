import type { Cluster } from '../cluster.ts';
import { admittedPod } from '../injectors/admitted-pod.ts';
import { injectorLabel } from '../injectors/injector.ts';
import { startWebhooks } from '../injectors/webhooks.ts';
import { until } from '../processes/until.ts';
import { AZURE } from './azure.ts';
import { EKS } from './eks.ts';
import { identityPatch } from './identity-patch.ts';
import type { AccountMetadata, IdentityWebhook } from './identity-webhook.ts';

/** Every identity webhook of the bed. A real cluster has one of them. */
export const CLOUDS = { eks: EKS, azure: AZURE } as const satisfies Readonly<Record<string, IdentityWebhook>>;

export type Cloud = keyof typeof CLOUDS;

/** The annotations by which an account has an identity, and the label that Azure's webhook selects Pods by. */
export const IDENTITY_ANNOTATIONS = {
  'eks.amazonaws.com/role-arn': 'arn:aws:iam::111122223333:role/push',
  'azure.workload.identity/client-id': '6b7a1d52-0000-4000-8000-000000000000',
};
export const IDENTITY_LABELS = { 'azure.workload.identity/use': 'true' };

export interface IdentityWebhooks {
  /** Creates a namespace with active webhooks and an account `probe` with an identity, and waits until the webhooks act. */
  createNamespace(clouds: readonly Cloud[], name: string, labels?: Readonly<Record<string, string>>): Promise<void>;
  stop(): Promise<void>;
}

/** Starts webhooks that do what those of EKS and Azure do when a Pod is created. */
export async function startIdentityWebhooks(
  cluster: Pick<Cluster, 'client' | 'certificates'>,
): Promise<IdentityWebhooks> {
  const { client } = cluster;
  const webhooks: ReadonlyMap<string, IdentityWebhook> = new Map(Object.entries(CLOUDS));
  const { url, stop } = await startWebhooks(cluster, webhooks, async (cloud, { namespace, object }) => {
    const { serviceAccountName: name = 'default' } = object.spec as { readonly serviceAccountName?: string };
    const account = await client.get({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } });
    if (account === undefined) return [];
    const given = webhooks.get(cloud)?.given(object, account.metadata as AccountMetadata);
    return given === undefined ? [] : identityPatch(object, given);
  });
  return {
    createNamespace: async (clouds, name, labels = {}) => {
      const selected = clouds.map((cloud) => injectorLabel(cloud, { url }));
      const metadata = { name, labels: Object.assign({}, labels, ...selected) as Readonly<Record<string, string>> };
      await client.put({ apiVersion: 'v1', kind: 'Namespace', metadata });
      const probe = { name: 'probe', namespace: name, annotations: IDENTITY_ANNOTATIONS };
      await client.put({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: probe });
      const act = async (): Promise<boolean> => (await identitiesGiven(client, name)) === clouds.length;
      await until(`identities of ${clouds.join(' and ')}`, async () => ((await act()) ? true : undefined));
    },
    stop,
  };
}

/** Returns how many webhooks act. The API server observes webhooks and namespaces a moment after their creation. */
async function identitiesGiven(client: Cluster['client'], namespace: string): Promise<number> {
  const spec = { serviceAccountName: 'probe', automountServiceAccountToken: false };
  const { volumes = [] } = await admittedPod(client, namespace, { labels: IDENTITY_LABELS, spec });
  return volumes.length;
}
