import * as z from 'zod';
import type { Immutable } from '../immutable.ts';
import { objectMeta, stringMap } from '../kubernetes/object-meta.ts';
import { objectReference } from '../kubernetes/references.ts';
import { lifecycleStatus } from './cluster-lifecycle.ts';
import { buildpackMetadata, stackStatus, status } from './status.ts';
import { optionalBoolean, optionalInteger, optionalString } from '../optional-fields.ts';

const lifecycle = objectReference.extend({
  kind: z.string().default('ClusterLifecycle'),
  name: z.string().default('default-lifecycle'),
});

const buildpackReference = z.strictObject({
  id: optionalString,
  version: optionalString,
  optional: optionalBoolean,
});

/** The order of a v1alpha2 builder. An entry names a buildpack by id and version, by resource, or by image. */
export const builderOrder = z.array(
  z.strictObject({
    group: z
      .array(z.strictObject({ ...objectReference.shape, ...buildpackReference.shape, image: optionalString }))
      .exactOptional(),
  }),
);

/** The fields that the specs of v1alpha2 Builders and ClusterBuilders share, with kpack's defaults. */
export const builderSpec = z.strictObject({
  tag: z.string(),
  stack: objectReference.extend({ name: z.string() }),
  lifecycle: lifecycle.default({ kind: 'ClusterLifecycle', name: 'default-lifecycle' }),
  store: objectReference.exactOptional(),
  order: builderOrder.exactOptional(),
  additionalLabels: stringMap.exactOptional(),
});

const spec = builderSpec.extend({
  stack: objectReference.extend({ name: z.string(), kind: z.string().default('ClusterStack') }),
  store: objectReference.extend({ kind: z.string().default('ClusterStore') }).exactOptional(),
  serviceAccountName: z.string().default('default'),
});

/** The order in a status or in v1alpha1. An entry names a buildpack by id and version only. */
export const buildpackOrder = z.array(z.strictObject({ group: z.array(buildpackReference).exactOptional() }));

/** The status of a v1alpha2 Builder or ClusterBuilder. */
export const builderStatus = status.extend({
  builderMetadata: z.array(buildpackMetadata).exactOptional(),
  order: buildpackOrder.exactOptional(),
  stack: stackStatus.exactOptional(),
  lifecycle: lifecycleStatus.exactOptional(),
  latestImage: optionalString,
  observedStackGeneration: optionalInteger,
  observedStoreGeneration: optionalInteger,
  os: optionalString,
  signaturePaths: z
    .array(
      z.looseObject({
        signingSecret: optionalString,
        targetDigest: optionalString,
        signingSecretVersion: optionalString,
      }),
    )
    .exactOptional(),
});

/** A Builder in v1alpha2. taskpack converts all other versions to v1alpha2. */
export const builder = z.strictObject({
  apiVersion: z.literal('kpack.io/v1alpha2'),
  kind: z.literal('Builder'),
  metadata: objectMeta,
  spec,
  status: builderStatus.exactOptional(),
});

/** A builder image for one namespace, and its stack, lifecycle and buildpacks. */
export type Builder = Immutable<z.output<typeof builder>>;

/** The groups of buildpacks that detection tries in order. */
export type BuilderOrder = Immutable<z.output<typeof builderOrder>>;

/** The status of a v1alpha1 Builder or ClusterBuilder. */
export const builderStatusV1alpha1 = builderStatus.omit({ lifecycle: true, signaturePaths: true });

const serviceAccount = optionalString;

/** A Builder in v1alpha2 as users may write it. kpack also accepts v1alpha1's field `serviceAccount`. */
export const builderV1alpha2 = builder.extend({ spec: builder.shape.spec.extend({ serviceAccount }) });

/** A Builder in v1alpha1. */
export const builderV1alpha1 = builder.extend({
  apiVersion: z.literal('kpack.io/v1alpha1'),
  spec: builder.shape.spec
    .pick({ tag: true, stack: true, store: true })
    .extend({ serviceAccount, order: buildpackOrder.exactOptional() }),
  status: builderStatusV1alpha1.exactOptional(),
});

/** A Builder in v1alpha3, which has no `spec.store` (kpack's RFC 0009). */
export const builderV1alpha3 = builder.extend({
  apiVersion: z.literal('kpack.io/v1alpha3'),
  spec: builder.shape.spec.omit({ store: true }),
});
