import { readFileSync, writeFileSync } from 'node:fs';
import type { Cluster } from './cluster.ts';
import { certificatesIn } from './control-plane/certificates.ts';
import { connect, type ApiAddress } from './kubernetes/api-client.ts';

/** The environment variable with the file of a running cluster, which the tests of several processes share. */
const VARIABLE = 'TEST_BED_CLUSTER';

/** The addresses and files by which another process uses a cluster. */
interface Description extends Pick<Cluster, 'etcd' | 'kubeconfig' | 'kubectl'> {
  readonly address: ApiAddress;
  readonly certificates: string;
}

/** Writes the file by which other processes use the cluster as long as it runs. */
export function describeCluster({ client, certificates, ...cluster }: Cluster, file: string): void {
  const { etcd, kubeconfig, kubectl } = cluster;
  const { address } = client;
  const description: Description = { address, certificates: certificates.folder, etcd, kubeconfig, kubectl };
  writeFileSync(file, JSON.stringify(description));
}

/** Returns the cluster that the environment names, or `undefined`. Its `stop` stops nothing. */
export function runningCluster(environment: Readonly<Record<string, string | undefined>>): Cluster | undefined {
  const file = environment[VARIABLE];
  if (file === undefined) return undefined;
  const { address, certificates, ...rest } = JSON.parse(readFileSync(file, 'utf8')) as Description;
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
