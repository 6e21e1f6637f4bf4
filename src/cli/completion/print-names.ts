import { BUILDS, IMAGES, KPACK_RESOURCES, NAMESPACES } from '../../clients/kube/client/resources.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import type { Resource } from '../../clients/kube/client/resource.ts';
import { isFinished, succeededCondition } from '../../core/model/conditions.ts';
import { isDnsSubdomain } from '../../core/model/names.ts';
import { withCluster, type OpenCluster } from '../cluster.ts';
import type { OfferedObjects } from '../object-names.ts';
import { writeTexts, type Terminal } from '../terminal.ts';
import type { ClusterFlags } from '../options.ts';

interface Offered {
  readonly resource: Resource;
  readonly isOffered: (object: KubeObject) => boolean;
}

const OFFERED: Readonly<Record<OfferedObjects, Offered>> = {
  images: { resource: IMAGES, isOffered: () => true },
  builds: { resource: BUILDS, isOffered: () => true },
  'unfinished-builds': { resource: BUILDS, isOffered: (build) => !isFinished(build) },
  'failed-builds': { resource: BUILDS, isOffered: (build) => succeededCondition(build)?.status === 'False' },
  builders: { resource: KPACK_RESOURCES.Builder, isOffered: () => true },
  clusterbuilders: { resource: KPACK_RESOURCES.ClusterBuilder, isOffered: () => true },
  namespaces: { resource: NAMESPACES, isOffered: () => true },
};

/** The user waits for the names while the shell does not react. Programs that get credentials of a cloud take a second or two. */
const TIMEOUT_MS = 5_000;

/**
 * Prints the names of objects that start with `prefix`, one per line. Reads the cluster and the namespace from the words of the
 * command line. Prints nothing if the cluster does not answer in time or refuses.
 */
export async function printNames(
  offers: readonly OfferedObjects[],
  words: readonly string[],
  terminal: Terminal,
  prefix = '',
): Promise<void> {
  const { namespace: wanted, ...flags } = clusterWords(words);
  try {
    const names = await withCluster(flags, terminal, async (cluster) => {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const namespace = wanted ?? cluster.namespace;
      return (await Promise.all(offers.map((kind) => namesOf(OFFERED[kind], cluster, namespace, signal)))).flat();
    });
    // The shell evaluates what it completes, and an API server can return any text.
    await writeTexts(
      terminal.output,
      names.filter((name) => isDnsSubdomain(name) && name.startsWith(prefix)).map((name) => `${name}\n`),
    );
  } catch {
    // A message would be printed into the command line that the user types.
  }
}

async function namesOf(
  { resource, isOffered }: Offered,
  { client }: OpenCluster,
  namespace: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const names: string[] = [];
  const place = resource.isNamespaced ? { namespace } : {};
  for await (const object of client.list(resource, { ...place, signal, timeoutMs: TIMEOUT_MS, retries: 0 })) {
    if (isOffered(object)) names.push(object.metadata.name);
  }
  return names;
}

const OPTIONS = {
  namespace: /^(?:--namespace(?:=|$)|-n=?)(?<value>.*)$/,
  kubeconfig: /^--kubeconfig(?:=|$)(?<value>.*)$/,
  context: /^--context(?:=|$)(?<value>.*)$/,
} as const;

/** Returns the options that select a cluster and a namespace from the words of an unfinished command line. */
function clusterWords(words: readonly string[]): ClusterFlags & { readonly namespace?: string } {
  // Bash makes a word of its own of an equals sign.
  const given = words.filter((word) => word !== '=');
  const found = Object.entries(OPTIONS).flatMap(([name, pattern]) => {
    const place = given.findLastIndex((word) => pattern.test(word));
    const value = pattern.exec(given[place] ?? '')?.groups?.['value'] || given[place + 1];
    return place < 0 || value === undefined || value === '' ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}
