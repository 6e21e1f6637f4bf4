import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import { CONFIG_MAPS, NODES } from '../../clients/kube/client/resources.ts';
import { isKubeError } from '../../clients/kube/kube-error.ts';
import { INDEX_PLATFORM_CONFIG_MAP, LABELS } from '../../core/model/installation-names.ts';
import {
  INDEX_PLATFORMS,
  parseIndexPlatform,
  platformOfNodes,
  type IndexPlatform,
} from '../../core/model/index-platform.ts';
import { asConfigMap } from '../../core/model/objects/config-map.ts';
import { asNode, type Node } from '../../core/model/objects/node.ts';
import { alternatives } from '../../core/model/alternatives.ts';

export interface IndexPlatformOptions {
  readonly client: Pick<KubeClient, 'get' | 'list' | 'create'>;
  /** The namespace of the installation, which has the recorded decision. */
  readonly namespace: string;
  /** The platform that the settings name. */
  readonly setting: IndexPlatform | undefined;
  readonly log: Readonly<Record<'info' | 'warn', WriteLine>>;
}

type WriteLine = (message: string, fields: Readonly<Record<string, string>>) => void;

/** The platform if nothing else is known, as in kpack before 0.18. */
const [DEFAULT_PLATFORM] = INDEX_PLATFORMS;

/**
 * Returns a function that resolves to the platform whose image of an index all lookups use. It is the setting, else the recorded decision,
 * else the platform of the nodes, which the function records in a ConfigMap. All processes read this ConfigMap, because another platform
 * would change the digests of all builders and start Builds. Rejects with `KubeError`, or with `Error` if the ConfigMap is invalid. The
 * next call then decides again.
 */
export function indexPlatform(options: IndexPlatformOptions): () => Promise<IndexPlatform> {
  let decision: Promise<IndexPlatform> | undefined;
  return async () => {
    decision ??= decide(options).catch((error: unknown) => {
      decision = undefined;
      throw error;
    });
    return decision;
  };
}

async function decide(options: IndexPlatformOptions): Promise<IndexPlatform> {
  const { setting, log } = options;
  if (setting !== undefined) return setting;
  try {
    return (await recorded(options)) ?? (await record(options));
  } catch (error) {
    if (!isKubeError(error, 'FORBIDDEN')) throw error;
    log.warn(
      `the controller cannot choose the platform of images from indexes, and uses ${DEFAULT_PLATFORM}: set INDEX_PLATFORM, or grant the denied permission`,
      {
        error: error.message,
      },
    );
    return DEFAULT_PLATFORM;
  }
}

async function recorded({ client, namespace }: IndexPlatformOptions): Promise<IndexPlatform | undefined> {
  const name = INDEX_PLATFORM_CONFIG_MAP;
  try {
    const { data } = asConfigMap(await client.get(CONFIG_MAPS, { namespace, name }));
    const text = data.get('platform');
    const platform = parseIndexPlatform(text);
    if (platform !== undefined) return platform;
    throw new Error(
      `the ConfigMap ${namespace}/${name} has the platform ${JSON.stringify(text ?? '')}, which must be ${alternatives(INDEX_PLATFORMS)}: correct the ConfigMap`,
    );
  } catch (error) {
    if (isKubeError(error, 'NOT_FOUND')) return undefined;
    throw error;
  }
}

/** Decides by the nodes, and records the decision unless another process was faster. */
async function record(options: IndexPlatformOptions): Promise<IndexPlatform> {
  const { client, namespace, log } = options;
  const platform = platformOfNodes(await readNodes(client));
  // Records nothing: the first node may join later.
  if (platform === undefined) return DEFAULT_PLATFORM;
  try {
    await client.create(CONFIG_MAPS, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: INDEX_PLATFORM_CONFIG_MAP, namespace, labels: LABELS },
      data: { platform },
    });
  } catch (error) {
    if (!isKubeError(error, 'ALREADY_EXISTS')) throw error;
    return (await recorded(options)) ?? platform;
  }
  log.info('recorded the platform whose images of indexes are used', {
    platform,
    configMap: `${namespace}/${INDEX_PLATFORM_CONFIG_MAP}`,
  });
  return platform;
}

async function readNodes(client: Pick<KubeClient, 'list'>): Promise<readonly Node[]> {
  const nodes: Node[] = [];
  for await (const node of client.list(NODES)) nodes.push(asNode(node));
  return nodes;
}
