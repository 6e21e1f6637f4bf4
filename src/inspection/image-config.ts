import * as z from 'zod';
import type { Immutable } from '../api/meta/immutable.ts';

const text = z.string().nullish().catch(undefined);
const texts = z.array(z.string()).nullish().catch(undefined);

/** The fields of a configuration that say something of an image; Go's `null` is as absent, and nonsense too. */
const schema = z.looseObject({
  os: text,
  architecture: text,
  variant: text,
  config: z
    .looseObject({
      Env: texts,
      Entrypoint: texts,
      Cmd: texts,
      Labels: z.record(z.string(), z.string()).nullish().catch(undefined),
    })
    .nullish()
    .catch(undefined),
  rootfs: z.looseObject({ diff_ids: texts }).nullish().catch(undefined),
});

/** A configuration as far as it is read here. */
export interface ImageConfig {
  readonly os: string | undefined;
  readonly architecture: string | undefined;
  readonly variant: string | undefined;
  readonly environment: ReadonlyMap<string, string>;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly labels: ReadonlyMap<string, string>;
  readonly diffIds: readonly string[];
}

/** Reads a configuration; whatever is not as it should be is as if it were not there. */
export function readImageConfig(json: unknown): ImageConfig {
  const { os, architecture, variant, config, rootfs } = schema.catch({}).parse(json) as Immutable<
    z.output<typeof schema>
  >;
  const { Env, Entrypoint, Cmd, Labels } = config ?? {};
  return {
    os: os ?? undefined,
    architecture: architecture ?? undefined,
    variant: variant ?? undefined,
    environment: new Map((Env ?? []).map(variable)),
    entrypoint: Entrypoint ?? [],
    command: Cmd ?? [],
    labels: new Map(Object.entries(Labels ?? {})),
    diffIds: rootfs?.diff_ids ?? [],
  };
}

function variable(entry: string): readonly [name: string, value: string] {
  const end = entry.indexOf('=');
  return end < 0 ? [entry, ''] : [entry.slice(0, end), entry.slice(end + 1)];
}
