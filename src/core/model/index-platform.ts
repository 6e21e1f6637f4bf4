import { ARCHITECTURE_LABEL } from './node-architecture.ts';
import type { Node } from './objects/node.ts';

/** The platforms of taskpack's own images. Builds run on no other platform. The first one wins if nodes have both. */
export const INDEX_PLATFORMS = ['linux/amd64', 'linux/arm64'] as const;

/** The platform whose image of an index is used, unless a Build chooses another one. */
export type IndexPlatform = (typeof INDEX_PLATFORMS)[number];

/** Returns the platform that a text names, or `undefined`. */
export function parseIndexPlatform(text: string | undefined): IndexPlatform | undefined {
  return INDEX_PLATFORMS.find((platform) => platform === text);
}

/** Returns the architecture of a platform, as nodes name it. */
export function architectureOf(platform: IndexPlatform): string {
  return platform.slice('linux/'.length);
}

/**
 * Returns linux/amd64 if a node that Pods can be scheduled on has it, else the platform of such nodes. If no such node has a platform of
 * taskpack, decides by the others. Returns `undefined` if no node has one.
 */
export function platformOfNodes(nodes: readonly Node[]): IndexPlatform | undefined {
  return platformOf(nodes.filter(isSchedulable)) ?? platformOf(nodes);
}

function platformOf(nodes: readonly Node[]): IndexPlatform | undefined {
  const found = new Set(
    nodes.map(({ metadata: { labels } }) => `${labels.get(OS_LABEL)}/${labels.get(ARCHITECTURE_LABEL)}`),
  );
  return INDEX_PLATFORMS.find((platform) => found.has(platform));
}

const OS_LABEL = 'kubernetes.io/os';

/** Nodes for Builds can have taints of the operator, so only the taint of control planes counts (Kubernetes, Well-Known Taints). */
function isSchedulable({ spec }: Node): boolean {
  return !spec.unschedulable && !spec.taints.some(({ key = '', effect = '' }) => isControlPlane(key) && isHard(effect));
}

function isControlPlane(key: string): boolean {
  return key === 'node-role.kubernetes.io/control-plane' || key === 'node-role.kubernetes.io/master';
}

function isHard(effect: string): boolean {
  return effect === 'NoSchedule' || effect === 'NoExecute';
}
