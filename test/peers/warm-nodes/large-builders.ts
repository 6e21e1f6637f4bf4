import { randomBytes } from 'node:crypto';
import { makeLayer } from '../../../src/core/oci/layer.ts';
import { busyboxLayer } from '../../cluster/images/busybox-image.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import { buildImage } from '../../cluster/universe/base-images.ts';
import { universeDocuments } from '../../cluster/universe/documents.ts';
import { pushRunningUniverse } from '../../cluster/universe/running-universe.ts';

/** A ClusterBuilder whose image has a large layer that no other image has. */
export interface LargeBuilder {
  readonly object: KubernetesObject;
  /** The digest of the large layer. */
  readonly layer: string;
}

const LAYER_BYTES = 256 * 2 ** 20;

/** Pushes the images of large builders. Returns the builders, whose images have another address of the registry, and their parts. */
export async function largeBuilders<Name extends string>(
  registry: Registry,
  address: string,
  names: readonly Name[],
): Promise<{ readonly parts: readonly KubernetesObject[]; readonly builders: Readonly<Record<Name, LargeBuilder>> }> {
  const pushed = await pushRunningUniverse({ ...registry, address });
  const { parts, builders } = universeDocuments(pushed);
  const stacks: KubernetesObject[] = [];
  const entries: [string, LargeBuilder][] = [];
  for (const name of names) {
    const file = { path: '/large', kind: 'file', content: randomBytes(LAYER_BYTES) } as const;
    const layer = makeLayer([file], { parents: true });
    const repository = `stacks/${name}`;
    const digest = await pushImage(buildImage(busyboxLayer(), [layer]), { url: registry.url, repository }, 'latest');
    const [tiny] = parts.filter(({ kind }) => kind === 'ClusterStack') as unknown as readonly KubernetesObject[];
    const build = { image: `${address}/${repository}@${digest}` };
    stacks.push({
      ...tiny,
      metadata: { name },
      spec: { ...Object(tiny?.['spec']), buildImage: build },
    } as KubernetesObject);
    entries.push([
      name,
      { object: builderOf(builders.good as unknown as KubernetesObject, name, address), layer: layer.digest },
    ]);
  }
  return {
    parts: [...(parts as unknown as readonly KubernetesObject[]), ...stacks],
    builders: Object.fromEntries(entries) as Record<Name, LargeBuilder>,
  };
}

function builderOf(good: KubernetesObject, name: string, address: string): KubernetesObject {
  const stack = { kind: 'ClusterStack', name };
  return {
    ...good,
    metadata: { name: `node-${name}` },
    spec: { ...Object(good['spec']), tag: `${address}/builders/${name}`, stack },
  };
}
