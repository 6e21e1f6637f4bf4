import * as z from 'zod';
import { digest } from '../api/oci.ts';
import { check } from '../api/reading/check-schema.ts';
import { parseJson } from '../model/json.ts';
import { type FieldPath, formatFieldPath } from '../model/problem.ts';

/** Go encodes an empty list as `null`. */
function list<T extends z.ZodType>(item: T) {
  return z.array(item).nullish();
}

const runImage = z.looseObject({ image: z.string(), mirrors: list(z.string()) });

const apiVersions = z.looseObject({ deprecated: list(z.string()), supported: list(z.string()) }).nullish();

const apis = z.looseObject({ buildpack: apiVersions, platform: apiVersions });

const api = z.looseObject({ buildpack: z.string().nullish(), platform: z.string().nullish() });

/** `io.buildpacks.builder.metadata`, of builders and of lifecycle images. */
const builderMetadata = z.looseObject({
  lifecycle: z.looseObject({ version: z.string().nullish(), api: api.nullish(), apis: apis.nullish() }).nullish(),
  api: api.nullish(),
  stack: z.looseObject({ runImage: runImage.nullish() }).nullish(),
  images: list(runImage),
});

const order = list(
  z.looseObject({
    group: list(z.looseObject({ id: z.string(), version: z.string().nullish(), optional: z.boolean().nullish() })),
  }),
);

const target = z.looseObject({
  os: z.string().nullish(),
  arch: z.string().nullish(),
  variant: z.string().nullish(),
  distros: list(z.looseObject({ name: z.string(), version: z.string().nullish() })),
});

/** `io.buildpacks.buildpack.layers`, of builders and buildpackages: by id, then by version. */
const buildpackLayers = z.record(
  z.string(),
  z.record(
    z.string(),
    z.looseObject({
      api: z.string().nullish(),
      layerDiffID: digest,
      homepage: z.string().nullish(),
      order,
      stacks: list(z.looseObject({ id: z.string(), mixins: list(z.string()) })),
      targets: list(target),
    }),
  ),
);

/** `io.buildpacks.buildpackage.metadata`: the main buildpack of a buildpackage. */
const buildpackageMetadata = z.looseObject({
  id: z.string().nullish(),
  version: z.string().nullish(),
  homepage: z.string().nullish(),
});

/** A label that contains JSON, and its schema. */
export interface Label<T> {
  readonly name: string;
  readonly schema: z.ZodType<T>;
}

function label<T>(name: string, schema: z.ZodType<T>): Label<T> {
  return { name: `io.buildpacks.${name}`, schema };
}

/** The labels of the CNB distribution and platform specifications that contain JSON. */
export const LABELS = {
  builderMetadata: label('builder.metadata', builderMetadata),
  lifecycleApis: label('lifecycle.apis', apis),
  buildpackLayers: label('buildpack.layers', buildpackLayers),
  buildpackageMetadata: label('buildpackage.metadata', buildpackageMetadata),
  orderExtensions: label('buildpack.order-extensions', z.array(z.unknown()).nullish()),
  mixins: label('stack.mixins', list(z.string())),
} as const;

export type LifecycleApis = z.output<typeof apis>;

export type BuildpackLayers = z.output<typeof buildpackLayers>;

/** Reads labels that contain JSON. An invalid label counts as absent and adds a problem. */
export interface LabelReader {
  readonly read: <T>(label: Label<T>) => T | undefined;
  readonly has: (label: Label<unknown>) => boolean;
  /** One message for each invalid label. */
  readonly problems: () => readonly string[];
}

export function labelReader(labels: ReadonlyMap<string, string>): LabelReader {
  // A label can be read more than once.
  const problems = new Set<string>();
  return {
    has: ({ name }) => labels.has(name),
    problems: () => [...problems],
    read: ({ name, schema }) => {
      const text = labels.get(name);
      if (text === undefined || text === '') return undefined;
      const json = parseJson(text);
      if (json === undefined) {
        // The parser's error quotes the text, which can be long.
        problems.add(`label ${name} is not JSON`);
        return undefined;
      }
      const checked = check(schema, json, false);
      for (const { paths, message } of checked.problems) problems.add(`label ${name}: ${place(paths[0])}${message}`);
      return checked.value;
    },
  };
}

function place(path: FieldPath): string {
  return path.length === 0 ? '' : `${formatFieldPath(path)}: `;
}
