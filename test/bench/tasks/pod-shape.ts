import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { formatQuantity, requireQuantity, type Quantity } from '../../../src/core/model/quantity.ts';

/** The containers and requests of a Pod. */
export interface PodShape {
  readonly initContainers: number;
  readonly containers: number;
  /** The sum over regular containers, which the scheduler uses. */
  readonly requests: Readonly<Record<string, string>>;
}

interface Container {
  readonly resources?: { readonly requests?: Readonly<Record<string, string>> };
}

export function shapeOf({ spec }: KubernetesObject): PodShape {
  const { containers, initContainers = [] } = spec as {
    readonly containers: readonly Container[];
    readonly initContainers?: readonly Container[];
  };
  const sums = new Map<string, Quantity>();
  for (const { resources } of containers) {
    for (const [name, text] of Object.entries(resources?.requests ?? {})) {
      const { nano, format } = requireQuantity(text);
      sums.set(name, { nano: nano + (sums.get(name)?.nano ?? 0n), format });
    }
  }
  const requests = Object.fromEntries([...sums].map(([name, sum]) => [name, formatQuantity(sum)]));
  return { initContainers: initContainers.length, containers: containers.length, requests };
}
