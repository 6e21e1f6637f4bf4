import * as z from 'zod';
import { digest } from '../api/oci/digest.ts';

/** Go writes what is empty as `null`. */
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

/** `io.buildpacks.buildpackage.metadata`: which of the buildpacks in an image it is made for. */
const buildpackageMetadata = z.looseObject({
  id: z.string().nullish(),
  version: z.string().nullish(),
  homepage: z.string().nullish(),
});

/** A label that holds JSON, and the shape of that. */
export interface Label<T> {
  readonly name: string;
  readonly schema: z.ZodType<T>;
}

function label<T>(name: string, schema: z.ZodType<T>): Label<T> {
  return { name: `io.buildpacks.${name}`, schema };
}

/** Labels of the CNB distribution and platform specifications. */
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
