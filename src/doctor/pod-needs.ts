import { objectAt, objectsAt } from '../model/json-field.ts';
import type { JsonObject } from '../model/json.ts';
import { parseQuantity, quantityText } from '../model/quantity.ts';

/**
 * Returns what a Pod counts for a ResourceQuota, by the quota's names of resources, in billionths of a unit (Kubernetes,
 * PodUsageFunc). Init containers run one after the other, and native sidecars run beside everything after them.
 */
export function podNeeds(pod: JsonObject): ReadonlyMap<string, bigint> {
  const needs = new Map<string, bigint>([
    ['pods', ONE],
    ['count/pods', ONE],
  ]);
  for (const kind of ['requests', 'limits'] as const) {
    for (const [resource, nano] of totalOf(objectAt(pod, 'spec'), kind)) {
      needs.set(`${kind}.${resource}`, nano);
      // A quota may name requests of CPU and memory without the prefix.
      if (kind === 'requests' && UNPREFIXED.has(resource)) needs.set(resource, nano);
    }
  }
  return needs;
}

const ONE = 1_000_000_000n;
const UNPREFIXED = new Set(['cpu', 'memory', 'ephemeral-storage']);

type Amounts = ReadonlyMap<string, bigint>;

function totalOf(spec: JsonObject, kind: 'requests' | 'limits'): Amounts {
  let sidecars: Amounts = new Map();
  let largest: Amounts = new Map();
  for (const container of objectsAt(spec, 'initContainers')) {
    const amounts = amountsOf(container, kind);
    if (container['restartPolicy'] === 'Always') sidecars = combined(sidecars, amounts, sum);
    largest = combined(
      largest,
      container['restartPolicy'] === 'Always' ? sidecars : combined(sidecars, amounts, sum),
      max,
    );
  }
  const containers = objectsAt(spec, 'containers').map((container) => amountsOf(container, kind));
  return combined(
    largest,
    containers.reduce((total, each) => combined(total, each, sum), sidecars),
    max,
  );
}

function amountsOf(container: JsonObject, kind: 'requests' | 'limits'): Amounts {
  const amounts = new Map<string, bigint>();
  const resources = objectAt(container, 'resources');
  const limits = objectAt(resources, 'limits');
  // An absent request equals the limit (core/v1 defaults).
  const own = kind === 'limits' ? limits : { ...limits, ...objectAt(resources, 'requests') };
  for (const [resource, value] of Object.entries(own)) {
    const quantity = parseQuantity(quantityText(value));
    if (quantity !== undefined) amounts.set(resource, quantity.nano);
  }
  return amounts;
}

function combined(one: Amounts, other: Amounts, how: (a: bigint, b: bigint) => bigint): Amounts {
  const names = new Set([...one.keys(), ...other.keys()]);
  return new Map([...names].map((name) => [name, how(one.get(name) ?? 0n, other.get(name) ?? 0n)]));
}

function sum(one: bigint, other: bigint): bigint {
  return one + other;
}

function max(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
