import type { Cluster } from '../../cluster/cluster.ts';
import { IDENTITY_ANNOTATIONS, IDENTITY_LABELS } from '../../cluster/identity-webhooks/identity-webhooks.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { TranslateOptions } from '../../../src/core/translate/options.ts';
import { translate } from '../../../src/core/translate/translate.ts';
import { someOptions } from '../../support/translation-of.ts';
import { inNamespace } from '../cluster/apply.ts';
import { goldenCases } from '../cluster/golden-case.ts';
import { podOf } from './task-run-pod.ts';

/** The Build of this golden runs as the account `serviceaccount`. */
const GOLDEN = 'kpack-sample-build';
const ACCOUNT = 'serviceaccount';

/** Each backend with its options. */
export const BACKENDS = {
  taskrun: { to: 'taskrun' },
  'pod-init': { to: 'pod', layout: 'init' },
  'pod-containers': { to: 'pod', layout: 'containers', injectedSidecars: 'none' },
} as const satisfies Readonly<Record<string, Partial<TranslateOptions>>>;

/** Gives the Build's account a cloud identity, as a user of EKS or Azure does. */
export async function createAccount({ client }: Cluster, namespace: string): Promise<void> {
  const metadata = { name: ACCOUNT, namespace, annotations: IDENTITY_ANNOTATIONS };
  await client.put({ apiVersion: 'v1', kind: 'ServiceAccount', metadata });
}

/** Translates the golden's Build after adding labels and annotations that ask for an identity in every container. */
export function translatedBuild(options: Partial<TranslateOptions>): readonly KubernetesObject[] {
  const golden = goldenCases().find(({ name }) => name === GOLDEN);
  if (golden === undefined) throw new Error(`no golden ${GOLDEN}`);
  const documents = golden.input().map((document) => {
    const build = document.value as KubernetesObject;
    const { kind, metadata } = build;
    if (kind !== 'Build') return document;
    const annotations = {
      ...metadata.annotations,
      'eks.amazonaws.com/skip-containers': 'nothing',
      'azure.workload.identity/skip-containers': 'nothing',
    };
    const asking = { ...metadata, labels: { ...metadata.labels, ...IDENTITY_LABELS }, annotations };
    return { ...document, value: { ...build, metadata: asking } };
  });
  const { manifests } = translate(documents, someOptions(options));
  return [...manifests] as unknown as readonly KubernetesObject[];
}

/** Creates the objects in a namespace. Returns the Pod that the API server stores, for a TaskRun the one that Tekton creates. */
export async function storedPod(
  cluster: Cluster,
  objects: readonly KubernetesObject[],
  { namespace, name }: { readonly namespace: string; readonly name: string },
): Promise<KubernetesObject> {
  const workload = objects.at(-1);
  if (workload === undefined) throw new Error('no workload');
  for (const object of objects.slice(0, -1)) await cluster.client.put(inNamespace(object, namespace));
  const named = { ...workload, metadata: { ...workload.metadata, name } };
  const created = await cluster.client.create(inNamespace(named, namespace));
  return created.kind === 'Pod' ? created : podOf(cluster, created);
}

/** Returns the workload without the defence: it runs as the Build's account, and names no container to skip. */
export function withoutDefence(objects: readonly KubernetesObject[]): readonly KubernetesObject[] {
  return objects.map((object) => {
    if (object.kind !== 'Pod' && object.kind !== 'TaskRun') return object;
    const annotations = Object.fromEntries(
      Object.entries(object.metadata.annotations ?? {}).filter(([key]) => !key.endsWith('/skip-containers')),
    );
    const metadata = { ...object.metadata, labels: { ...object.metadata.labels, ...IDENTITY_LABELS }, annotations };
    return { ...object, metadata, spec: { ...(object['spec'] as object), serviceAccountName: ACCOUNT } };
  });
}
