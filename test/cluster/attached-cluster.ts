import { readFileSync, writeFileSync } from 'node:fs';
import type { Cluster } from './cluster.ts';
import { certificatesIn } from './control-plane/certificates.ts';
import { connect, type ApiAddress } from './kubernetes/api-client.ts';

/** The environment variable with the file by which processes attach to a running cluster. */
const VARIABLE = 'TEST_BED_CLUSTER';

/** The addresses and files with which another process uses a running cluster. */
interface Attachment extends Pick<Cluster, 'etcd' | 'kubeconfig' | 'kubectl'> {
  readonly address: ApiAddress;
  readonly certificates: string;
}

/** Writes the file by which other processes attach to the cluster as long as it runs. */
export function writeAttachment({ client, certificates, ...cluster }: Cluster, file: string): void {
  const { etcd, kubeconfig, kubectl } = cluster;
  const { address } = client;
  const attachment: Attachment = { address, certificates: certificates.folder, etcd, kubeconfig, kubectl };
  writeFileSync(file, JSON.stringify(attachment));
}

/**
 * Returns the running cluster that the environment names, or `undefined`. Only the process that started the cluster stops it: here,
 * `stop` does nothing.
 */
export function attachedCluster(environment: Readonly<Record<string, string | undefined>>): Cluster | undefined {
  const file = environment[VARIABLE];
  if (file === undefined) return undefined;
  const { address, certificates, ...rest } = JSON.parse(readFileSync(file, 'utf8')) as Attachment;
  return {
    ...rest,
    client: connect(address),
    certificates: certificatesIn(certificates),
    tekton: { setFeatureFlags: refuse, setTracing: refuse },
    stop: async () => undefined,
  };
}

/** Throws on a cluster that other processes use at the same time. Tests call it before they change what all namespaces share. */
export function expectOwnCluster(): void {
  if (process.env[VARIABLE] === undefined) return;
  throw new Error(
    'This file changes what all namespaces share, and other processes use the cluster. Add the file to ALONE in scripts/test-integration.mjs.',
  );
}

async function refuse(): Promise<void> {
  expectOwnCluster();
}
