import { readFileSync } from 'node:fs';
import type { Cluster } from '../cluster.ts';
import type { KubernetesObject } from '../kubernetes/object.ts';
import { until } from '../processes/until.ts';
import { startAdmissionServer } from './admission-server.ts';
import { INJECTOR_LABEL, type InjectedImages, type Injector } from './injector.ts';
import { jsonPatch } from './json-patch.ts';
import { VARIANTS, type Variant } from './variants.ts';
import { webhookConfiguration } from './webhook-configuration.ts';

/** All injectors in one cluster, each active in its own namespaces. */
export interface Injectors {
  /** Creates a namespace with an active injector, and waits until the injector acts. */
  createNamespace(variant: Variant, name: string, labels?: Readonly<Record<string, string>>): Promise<void>;
  stop(): Promise<void>;
}

const IMAGES: InjectedImages = { proxy: 'mesh/proxy', init: 'mesh/init' };

export async function startInjectors(
  { client, certificates }: Pick<Cluster, 'client' | 'certificates'>,
  images: InjectedImages = IMAGES,
): Promise<Injectors> {
  const injectors: ReadonlyMap<string, Injector> = new Map(Object.entries(VARIANTS));
  const server = await startAdmissionServer(certificates, async (variant, { namespace, object }) => {
    const injector = injectors.get(variant);
    if (injector === undefined) throw new Error(`no injector ${variant}`);
    const { metadata } = (await client.get(namespaceObject(namespace))) ?? {};
    return injector.injects(object, metadata ?? {}) ? jsonPatch(object, injector.additions(images)) : [];
  });
  const caBundle = readFileSync(certificates.authority).toString('base64');
  const configurations = [...injectors].map(([variant, injector]) =>
    webhookConfiguration(variant, injector, { url: server.url, caBundle }),
  );
  await Promise.all(configurations.map((configuration) => client.put(configuration)));
  return {
    createNamespace: async (variant, name, labels = {}) => {
      await client.put(enabledNamespace(variant, name, labels));
      await client.put({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: name } });
      await until(`injection by ${variant}`, () => isInjected(client, name));
    },
    stop: async () => {
      await Promise.all(configurations.map((configuration) => client.delete(configuration)));
      await server.stop();
    },
  };
}

function namespaceObject(name: string): KubernetesObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
}

function enabledNamespace(variant: Variant, name: string, labels: Readonly<Record<string, string>>): KubernetesObject {
  const { enabling }: Injector = VARIANTS[variant];
  const metadata = {
    name,
    labels: { ...labels, ...enabling.labels, [INJECTOR_LABEL]: variant },
    annotations: { ...enabling.annotations },
  };
  return { ...namespaceObject(name), metadata };
}

/** The API server observes webhooks and namespaces a moment after their creation. */
async function isInjected(client: Cluster['client'], namespace: string): Promise<true | undefined> {
  const securityContext = {
    runAsNonRoot: true,
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
    seccompProfile: { type: 'RuntimeDefault' },
  };
  const answer = (await client.send('POST', `/api/v1/namespaces/${namespace}/pods?dryRun=All`, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'probe' },
    spec: { containers: [{ name: 'probe', image: 'probe', securityContext }] },
  })) as { readonly spec: { readonly initContainers?: readonly unknown[] } };
  return answer.spec.initContainers === undefined ? undefined : true;
}
