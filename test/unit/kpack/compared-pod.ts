import type { Json, JsonObject } from '../../../src/core/model/json.ts';
import { requireQuantity } from '../../../src/core/model/quantity.ts';
import type { Layout } from './our-pod.ts';
import type { RawContainer, RawPod, RawVolume } from './raw-pod.ts';
import { unwrapped, type Waiting } from './waiter.ts';

type Strings = Readonly<Record<string, string>>;

export interface Env {
  readonly name: string;
  readonly value?: string;
}

export interface Mount {
  readonly name: string;
  readonly mountPath: string;
  readonly subPath?: string;
  readonly readOnly?: boolean;
}

/** A container of the CNB lifecycle. If it has a waiter, command and arguments are those that the waiter runs. */
export interface ComparedContainer {
  readonly image: string;
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly env: readonly Env[];
  readonly volumeMounts: readonly Mount[];
  readonly waiting?: Waiting;
  readonly rest: Readonly<Record<string, Json>>;
}

/**
 * The compared parts of a Pod: everything except the containers prepare and completion and the container that copies
 * the waiter.
 */
export interface ComparedPod {
  readonly metadata: {
    readonly labels: Strings;
    readonly annotations: Strings;
    readonly rest: Readonly<Record<string, Json>>;
  };
  /** The names of all containers, in execution order. */
  readonly order: Readonly<Record<'initContainers' | 'containers', readonly string[]>>;
  readonly containers: Readonly<Record<string, ComparedContainer>>;
  /** Volumes by name, because their order has no meaning. */
  readonly volumes: Readonly<Record<string, JsonObject>>;
  readonly spec: Readonly<Record<string, Json>>;
}

/** A suffix for the name of a volume whose name is already taken. */
export const AGAIN = ' (again)';

const ASIDE: ReadonlySet<string> = new Set(['prepare', 'completion', 'pre-start']);

/** Returns the Pod in a form that hides differences without a meaning. */
export function comparedPod(pod: JsonObject, layout: Layout): ComparedPod {
  const { metadata, spec } = pod as unknown as RawPod;
  const { labels = {}, annotations = {}, ...restOfMetadata } = metadata;
  const { initContainers = [], containers, volumes = [], ...restOfSpec } = spec;
  const compared = [...initContainers, ...containers].filter(({ name }) => !ASIDE.has(name));
  return {
    metadata: { labels, annotations, rest: withoutNothing(restOfMetadata) },
    order: { initContainers: namesOf(initContainers), containers: namesOf(containers) },
    containers: Object.fromEntries(compared.map((container) => [container.name, comparedContainer(container, layout)])),
    volumes: byName(volumes),
    spec: withoutNothing(restOfSpec),
  };
}

function comparedContainer(raw: RawContainer, layout: Layout): ComparedContainer {
  const { command, args, waiting } = layout === 'init' ? notWaiting(raw) : unwrapped(raw);
  const { name: _name, image, env = [], volumeMounts = [], resources, ...others } = raw;
  const { command: _command, args: _args, ...rest } = others;
  return {
    image,
    command,
    args,
    env: env as unknown as readonly Env[],
    volumeMounts: volumeMounts as unknown as readonly Mount[],
    ...(waiting !== undefined && { waiting }),
    rest: withoutNothing({ ...rest, resources: amounts(resources ?? {}) }),
  };
}

function notWaiting({ command = [], args = [] }: RawContainer): Omit<ReturnType<typeof unwrapped>, 'waiting'> & {
  readonly waiting?: undefined;
} {
  return { command, args };
}

/** Keeps duplicate names, so that the comparison hides nothing. */
function byName(volumes: readonly RawVolume[]): Readonly<Record<string, JsonObject>> {
  const named: Record<string, JsonObject> = {};
  for (const { name, ...volume } of volumes) named[name in named ? `${name}${AGAIN}` : name] = volume;
  return named;
}

/** Compares quantities by amount, because Go writes `0.1` as `100m`. */
function amounts(resources: Readonly<Record<string, Strings>>): JsonObject {
  const sides = Object.entries(resources).map(([side, quantities]) => [side, mapValues(quantities, amount)] as const);
  return Object.fromEntries(sides);
}

function amount(quantity: string): string {
  return `${requireQuantity(quantity).nano}n`;
}

function mapValues(values: Strings, map: (text: string) => string): Strings {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));
}

/** Removes `null` and `{}`, which Go writes for fields that are not set. */
function withoutNothing(fields: JsonObject): JsonObject {
  const set = Object.entries(fields).filter(([, value]) => JSON.stringify(value) !== '{}' && value !== null);
  return Object.fromEntries(set);
}

function namesOf(containers: readonly RawContainer[]): readonly string[] {
  return containers.map(({ name }) => name);
}
