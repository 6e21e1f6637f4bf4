import * as z from 'zod';
import type { Immutable } from '../api/immutable.ts';
import { isJsonObject } from '../model/json.ts';

const text = z.string().nullish().catch(undefined);

// `z.array` would create a problem for each wrong item, which takes more time than parsing the whole configuration.
const texts = z
  .unknown()
  .transform((value) => (isTexts(value) ? value : undefined))
  .optional();

/** The fields of a configuration that taskpack reads. Invalid values and Go's `null` count as absent. */
const schema = z.looseObject({
  os: text,
  architecture: text,
  variant: text,
  config: z
    .looseObject({
      Env: texts,
      Entrypoint: texts,
      Cmd: texts,
      Labels: z.unknown().optional(),
      Volumes: z.unknown().optional(),
    })
    .nullish()
    .catch(undefined),
  rootfs: z.looseObject({ diff_ids: texts }).nullish().catch(undefined),
});

/** The part of an image configuration that taskpack reads. */
export interface ImageConfig {
  readonly os: string | undefined;
  readonly architecture: string | undefined;
  readonly variant: string | undefined;
  readonly environment: ReadonlyMap<string, string>;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  /** The paths at which a container of the image gets volumes that the Pod does not name. */
  readonly volumes: readonly string[];
  readonly labels: ReadonlyMap<string, string>;
  readonly diffIds: readonly string[];
}

/** Reads a configuration and ignores invalid values. */
export function readImageConfig(json: unknown): ImageConfig {
  const { os, architecture, variant, config, rootfs } = schema.catch({}).parse(json) as Immutable<
    z.output<typeof schema>
  >;
  const { Env, Entrypoint, Cmd, Labels, Volumes } = config ?? {};
  return {
    os: os ?? undefined,
    architecture: architecture ?? undefined,
    variant: variant ?? undefined,
    environment: new Map((Env ?? []).map(variable)),
    entrypoint: Entrypoint ?? [],
    command: Cmd ?? [],
    volumes: isJsonObject(Volumes) ? Object.keys(Volumes) : [],
    labels: labelsOf(Labels),
    diffIds: rootfs?.diff_ids ?? [],
  };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Returns no labels if one is invalid. A plain loop, because zod's records take 1 µs for each label. */
function labelsOf(value: unknown): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  for (const [name, label] of isJsonObject(value) ? Object.entries(value) : []) {
    if (typeof label !== 'string') return new Map();
    labels.set(name, label);
  }
  return labels;
}

function variable(entry: string): readonly [name: string, value: string] {
  const end = entry.indexOf('=');
  return end < 0 ? [entry, ''] : [entry.slice(0, end), entry.slice(end + 1)];
}
