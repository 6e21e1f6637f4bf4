import { plainJson } from '../../core/model/json.ts';
import { lstat, writeFile } from 'node:fs/promises';
import process from 'node:process';
import type { Finding } from '../../insight/doctor/finding.ts';
import { maskedJson } from '../../insight/doctor/mask-bundle.ts';
import { valueOr } from '../../insight/doctor/used-workload.ts';
import type { ClusterFacts } from '../../insight/doctor/cluster-facts.ts';
import { LABELS } from '../../core/model/installation-names.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { BUILDS, EVENTS, PODS } from '../../clients/kube/client/resources.ts';
import { isKubeError } from '../../clients/kube/kube-error.ts';
import { lineMasks, textMask } from '../../core/mask/line-mask.ts';
import { secretValues } from '../../core/mask/secret-values.ts';
import { asImage } from '../../core/model/objects/image.ts';
import { visibleJson } from '../../core/model/one-line.ts';
import { isTooLarge, readAccountSecrets } from '../../controller/registry-access/account.ts';
import { VERSION } from '../../core/settings/version.ts';
import { VIEW_VERSION } from '../../insight/views/object-view.ts';
import type { OpenCluster } from '../cluster.ts';
import { failure, systemFailure } from '../problems.ts';
import { readAll, readFact } from './read-fact.ts';

export interface BundleContent {
  readonly cluster: OpenCluster;
  readonly facts: ClusterFacts;
  readonly findings: readonly Finding[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Rejects with `CommandFailure` if the file exists, so that the checks do not run for a bundle that cannot be written. */
export async function refuseExistingFile(file: string): Promise<void> {
  const exists = await lstat(file).then(
    () => true,
    () => false,
  );
  if (exists) throw failure(`--bundle ${file}: file already exists`);
}

/** Writes a file for a bug report, which must not exist and which only its owner may read. Rejects with `CommandFailure`. */
export async function writeBundle(file: string, content: BundleContent): Promise<void> {
  const text = await bundleText(content);
  await writeFile(file, text, { flag: 'wx', mode: 0o600 }).catch(systemFailure(`--bundle ${file}`));
}

async function bundleText({ cluster, facts, findings, now }: BundleContent): Promise<string> {
  const { client } = cluster;
  const { name } = facts.namespace;
  const [builds, events, log, mask] = await Promise.all([
    readAll(client, BUILDS, name),
    readAll(client, EVENTS, name),
    controllerLog(cluster, facts.controller.namespace),
    maskOf(cluster, facts),
  ]);
  // Bundles have their own spelling of workloads.
  const { taskrun, 'pod-init': init, 'pod-containers': containers } = facts.probes.pods;
  const bundle = {
    apiVersion: VIEW_VERSION,
    kind: 'DoctorBundle',
    createdAt: new Date(now).toISOString(),
    versions: { taskpack: VERSION, node: process.version, platform: `${process.platform}/${process.arch}` },
    findings,
    facts: { ...facts, probes: { ...facts.probes, pods: { taskrun, init, containers } } },
    builds,
    events,
    controllerLog: log,
  };
  return `${visibleJson(JSON.stringify(maskedJson(plainJson(bundle), mask), undefined, 2))}\n`;
}

/** The last lines of each controller's log. */
const LOG_LINES = 1000;

async function controllerLog({ client }: OpenCluster, namespace: string) {
  const selector = Object.entries(LABELS).map(([key, value]) => `${key}=${value}`);
  return readFact(async () => {
    const logs: Record<string, string> = {};
    for await (const pod of client.list(PODS, { namespace, labelSelector: selector.join(',') })) {
      logs[pod.metadata.name] = await logOf(client, pod, namespace);
    }
    return logs;
  }, `kubectl auth can-i get pods --subresource=log -n ${namespace}`);
}

async function logOf(client: OpenCluster['client'], { metadata }: KubeObject, namespace: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  const log = await client.podLog(
    { namespace, name: metadata.name },
    { container: 'controller', tailLines: LOG_LINES },
  );
  for await (const chunk of log) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Returns a mask that knows the Secrets of the accounts of Images, as far as the user may read them. */
async function maskOf({ client }: OpenCluster, { namespace }: ClusterFacts): Promise<(text: string) => string> {
  const accounts = new Set(
    valueOr(namespace.images, []).map((image) => asImage(image).spec.serviceAccountName ?? 'default'),
  );
  const secrets = await Promise.all([...accounts].map(async (account) => secretsOf(client, namespace.name, account)));
  return textMask(lineMasks(secrets.flat()));
}

async function secretsOf(client: OpenCluster['client'], namespace: string, serviceAccount: string) {
  try {
    const { own, pull } = await readAccountSecrets(client, { namespace, serviceAccount });
    return [...own, ...pull].flatMap(({ raw }) => secretValues(raw));
  } catch (error) {
    if (isTooLarge(error) || isKubeError(error, 'FORBIDDEN')) return [];
    throw error;
  }
}
