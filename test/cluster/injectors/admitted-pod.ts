import type { Cluster } from '../cluster.ts';

interface Additions {
  readonly labels?: Readonly<Record<string, string>>;
  /** Fields of the Pod's spec beside its one container. */
  readonly spec?: object;
}

interface AdmittedSpec {
  readonly initContainers?: readonly unknown[];
  readonly volumes?: readonly unknown[];
}

/** Returns the spec of a small Pod as webhooks would change it. The Pod is not created. */
export async function admittedPod(
  client: Cluster['client'],
  namespace: string,
  { labels = {}, spec = {} }: Additions = {},
): Promise<AdmittedSpec> {
  const securityContext = {
    runAsNonRoot: true,
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
    seccompProfile: { type: 'RuntimeDefault' },
  };
  const answer = (await client.send('POST', `/api/v1/namespaces/${namespace}/pods?dryRun=All`, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'probe', labels },
    spec: { ...spec, containers: [{ name: 'probe', image: 'probe', securityContext }] },
  })) as { readonly spec: AdmittedSpec };
  return answer.spec;
}
