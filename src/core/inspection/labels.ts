import * as z from 'zod';
import { digest } from '../api/oci.ts';
import { checkOnce } from '../api/reading/check-schema.ts';
import { parseBoundedJson } from '../model/json.ts';
import { formatFieldPath } from '../model/problem.ts';
import { boundedList, boundedRecord } from './bounded-schemas.ts';

/** Go encodes an empty list as `null`. */
function list<T>(item: z.ZodType<T>) {
  return boundedList(item).nullish();
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

const group = list(z.looseObject({ id: z.string(), version: z.string().nullish(), optional: z.boolean().nullish() }));

const order = list(z.looseObject({ group }));

const systemGroup = z.looseObject({ buildpacks: group }).nullish();

/** `io.buildpacks.buildpack.system`: what pack writes to system.toml of a builder. */
const systemBuildpacks = z.looseObject({ pre: systemGroup, post: systemGroup }).nullish();

const target = z.looseObject({
  os: z.string().nullish(),
  arch: z.string().nullish(),
  variant: z.string().nullish(),
  distros: list(z.looseObject({ name: z.string().nullish(), version: z.string().nullish() })),
});

/** `io.buildpacks.buildpack.layers`, of builders and buildpackages: by id, then by version. */
const buildpackLayers = boundedRecord(
  boundedRecord(
    z.looseObject({
      api: z.string().nullish(),
      layerDiffID: digest,
      homepage: z.string().nullish(),
      order,
      stacks: list(z.looseObject({ id: z.string().regex(/[^]/), mixins: list(z.string()) })),
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
  orderExtensions: label('buildpack.order-extensions', order),
  systemBuildpacks: label('buildpack.system', systemBuildpacks),
  mixins: label('stack.mixins', list(z.string())),
} as const;

/** The largest label: more than the kernel's 500 layers of an overlay can fill with buildpacks of 2 KB each. */
const MAX_LABEL_BYTES = 1_048_576;

/** The most entries of all labels together. A builder with 500 buildpacks of 20 entries each has half as many. */
const MAX_ENTRIES = 20_000;

export type BuilderMetadata = z.output<typeof builderMetadata>;

export type LifecycleApis = z.output<typeof apis>;

export type BuildpackLayers = z.output<typeof buildpackLayers>;

const MAKE_SMALLER = 'build the image with fewer buildpacks, order entries or mixins';

/** Reads labels that contain JSON, each once: their sizes add up. An invalid label counts as absent and adds a problem. */
export interface LabelReader {
  readonly read: <T>(label: Label<T>) => T | undefined;
  readonly has: (label: Label<unknown>) => boolean;
  /** One message for each invalid label. */
  readonly problems: () => readonly string[];
}

export function labelReader(labels: ReadonlyMap<string, string>): LabelReader {
  const problems: string[] = [];
  let entriesLeft = MAX_ENTRIES;
  return {
    has: ({ name }) => labels.has(name),
    problems: () => [...new Set(problems)],
    read: ({ name, schema }) => {
      const text = labels.get(name);
      if (text === undefined || text === '') return undefined;
      const json = parseBoundedJson(text, { bytes: MAX_LABEL_BYTES, entries: entriesLeft });
      if (json.kind !== 'value') {
        // The parser's error quotes the text, which can be long.
        problems.push(json.kind === 'invalid' ? `label ${name} is not JSON` : TOO_LARGE[json.bound](name));
        return undefined;
      }
      entriesLeft -= json.entries;
      const checked = checkOnce(schema, json.value);
      for (const { paths, message } of checked.problems)
        problems.push(`label ${name}: ${paths[0].length === 0 ? '' : `${formatFieldPath(paths[0])}: `}${message}`);
      return checked.value;
    },
  };
}

const TOO_LARGE = {
  bytes: (name: string) => `label ${name} has more than ${MAX_LABEL_BYTES} bytes; ${MAKE_SMALLER}`,
  entries: (name: string) =>
    `label ${name} is too large: the io.buildpacks labels of an image may have ${MAX_ENTRIES} list items and fields together; ${MAKE_SMALLER}`,
} as const;
