import type { JsonObject } from '../../core/model/json.ts';
import { fields, json, list, text } from '../../core/model/objects/reader.ts';
import { parseQuantity, quantityText } from '../../core/model/quantity.ts';

const container = fields({ restartPolicy: text, resources: fields({ requests: json, limits: json }) });
const podSpec = fields({ initContainers: list(container), containers: list(container) });

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
    for (const [resource, nano] of totalOf(podSpec(pod['spec']), kind)) {
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

function totalOf({ initContainers, containers }: ReturnType<typeof podSpec>, kind: 'requests' | 'limits'): Amounts {
  let sidecars: Amounts = new Map();
  let largest: Amounts = new Map();
  for (const { restartPolicy, resources } of initContainers) {
    const amounts = amountsOf(resources, kind);
    if (restartPolicy === 'Always') sidecars = combined(sidecars, amounts, sum);
    largest = combined(largest, restartPolicy === 'Always' ? sidecars : combined(sidecars, amounts, sum), max);
  }
  const together = containers.map(({ resources }) => amountsOf(resources, kind));
  return combined(
    largest,
    together.reduce((total, each) => combined(total, each, sum), sidecars),
    max,
  );
}

function amountsOf(
  { requests, limits }: ReturnType<typeof container>['resources'],
  kind: 'requests' | 'limits',
): Amounts {
  const amounts = new Map<string, bigint>();
  // An absent request equals the limit (core/v1 defaults).
  const own = kind === 'limits' ? limits : { ...limits, ...requests };
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
