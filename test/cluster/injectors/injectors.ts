import type { Cluster } from '../cluster.ts';
import type { KubernetesObject } from '../kubernetes/object.ts';
import { until } from '../processes/until.ts';
import { admittedPod } from './admitted-pod.ts';
import { injectorLabel, type InjectedImages, type Injector } from './injector.ts';
import { jsonPatch } from './json-patch.ts';
import { VARIANTS, type Variant } from './variants.ts';
import { startWebhooks } from './webhooks.ts';

/** All injectors in one cluster, each active in its own namespaces. */
export interface Injectors {
  /** Creates a namespace with an active injector, and waits until the injector acts. */
  createNamespace(variant: Variant, name: string, labels?: Readonly<Record<string, string>>): Promise<void>;
  stop(): Promise<void>;
}

const IMAGES: InjectedImages = { proxy: 'mesh/proxy', init: 'mesh/init' };

export async function startInjectors(
  cluster: Pick<Cluster, 'client' | 'certificates'>,
  images: InjectedImages = IMAGES,
): Promise<Injectors> {
  const { client } = cluster;
  const injectors: ReadonlyMap<string, Injector> = new Map(Object.entries(VARIANTS));
  const { url, stop } = await startWebhooks(cluster, injectors, async (variant, { namespace, object }) => {
    const injector = injectors.get(variant);
    if (injector === undefined) throw new Error(`no injector ${variant}`);
    const { metadata } = (await client.get(namespaceObject(namespace))) ?? {};
    return injector.injects(object, metadata ?? {}) ? jsonPatch(object, injector.additions(images)) : [];
  });
  return {
    createNamespace: async (variant, name, labels = {}) => {
      await client.put(enabledNamespace(variant, name, { ...labels, ...injectorLabel(variant, { url }) }));
      await client.put({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: name } });
      await until(`injection by ${variant}`, () => isInjected(client, name));
    },
    stop,
  };
}

function namespaceObject(name: string): KubernetesObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
}

function enabledNamespace(variant: Variant, name: string, labels: Readonly<Record<string, string>>): KubernetesObject {
  const { enabling }: Injector = VARIANTS[variant];
  const metadata = {
    name,
    labels: { ...labels, ...enabling.labels },
    annotations: { ...enabling.annotations },
  };
  return { ...namespaceObject(name), metadata };
}

/** The API server observes webhooks and namespaces a moment after their creation. */
async function isInjected(client: Cluster['client'], namespace: string): Promise<true | undefined> {
  const { initContainers } = await admittedPod(client, namespace);
  return initContainers === undefined ? undefined : true;
}
