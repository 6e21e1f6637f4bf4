import type { JsonObject } from '../../src/core/model/json.ts';
import { formatQuantity, requireQuantity, type Quantity } from '../../src/core/model/quantity.ts';
import type { ResourceRequirements } from '../../src/core/model/resolved-build.ts';

type Quantities = Readonly<Record<string, string>>;

/** The resources of phases that run side by side. Their requests add up to those of a single phase. */
export interface ResourceShares {
  /** For the phase that does the work: the remainder of the division, and all indivisible resources. */
  readonly principal: ResourceRequirements;
  readonly others: ResourceRequirements;
}

/** The divisible resources, with the smallest amount that a container can request, in billionths of a unit. */
const DIVISIBLE: Readonly<Record<string, bigint>> = {
  cpu: 1_000_000n,
  memory: 1_000_000_000n,
  'ephemeral-storage': 1_000_000_000n,
};

/** Divides the requests exactly among `count` phases. Every phase gets the full limits. */
export function shareResources(resources: ResourceRequirements, count: number): ResourceShares {
  const { requests, limits } = withDefaultedRequests(resources);
  return {
    principal: { requests: mapQuantities(requests, (name, text) => remainder(name, text, count)), limits },
    others: {
      requests: mapQuantities(divisible(requests), (name, text) => share(name, text, count)),
      limits: divisible(limits),
    },
  };
}

/** Adds the requests that Kubernetes takes from the limits (core/v1 defaults, SetDefaults_Pod). */
export function withDefaultedRequests({ requests, limits }: ResourceRequirements): ResourceRequirements {
  return { requests: { ...limits, ...requests }, limits };
}

/** True if a resource cannot be divided among containers, as devices and huge pages. */
export function hasIndivisibleResources({ requests, limits }: ResourceRequirements): boolean {
  return Object.keys({ ...requests, ...limits }).some((name) => DIVISIBLE[name] === undefined);
}

/** Returns the requirements as the given field (core/v1 ResourceRequirements), or no field if they are empty. */
export function resourcesField(field: string, { requests, limits }: ResourceRequirements): JsonObject {
  const present = {
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(Object.keys(requests).length > 0 && { requests }),
  };
  return Object.keys(present).length === 0 ? {} : { [field]: present };
}

function share(name: string, text: string, count: number): string {
  const { whole, step } = measure(name, text);
  return formatQuantity({ ...whole, nano: (whole.nano / step / BigInt(count)) * step });
}

function remainder(name: string, text: string, count: number): string {
  if (DIVISIBLE[name] === undefined) return text;
  const { whole, step } = measure(name, text);
  return formatQuantity({
    ...whole,
    nano: whole.nano - (whole.nano / step / BigInt(count)) * step * BigInt(count - 1),
  });
}

/** Rounds a quantity up to a multiple of the smallest amount, as the scheduler does. */
function measure(name: string, text: string): { readonly whole: Quantity; readonly step: bigint } {
  const quantity = requireQuantity(text);
  const step = DIVISIBLE[name] ?? 1n;
  return { whole: { ...quantity, nano: ((quantity.nano + step - 1n) / step) * step }, step };
}

function divisible(quantities: Quantities): Quantities {
  return Object.fromEntries(Object.entries(quantities).filter(([name]) => DIVISIBLE[name] !== undefined));
}

function mapQuantities(quantities: Quantities, map: (name: string, text: string) => string): Quantities {
  return Object.fromEntries(Object.entries(quantities).map(([name, text]) => [name, map(name, text)]));
}
