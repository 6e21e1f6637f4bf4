import * as z from 'zod';
import type { Immutable } from '../immutable.ts';
import { containerState, envVar, resourceRequirements } from '../kubernetes/container.ts';
import { objectMeta, stringMap } from '../kubernetes/object-meta.ts';
import { localObjectReference, objectReference } from '../kubernetes/references.ts';
import { affinity, toleration } from '../kubernetes/scheduling.ts';
import { buildpackMetadata, stackStatus, status } from './status.ts';
import { optionalBoolean, optionalInteger, optionalString, optionalStrings } from '../optional-fields.ts';

/** kpack's RegistryCache. A registry cache without a tag is not used. */
export const registryCache = z.strictObject({ tag: optionalString });

const cache = z.strictObject({
  volume: z.strictObject({ persistentVolumeClaimName: optionalString }).exactOptional(),
  registry: registryCache.exactOptional(),
});

const lastBuild = z.strictObject({
  image: optionalString,
  cache: z.strictObject({ image: optionalString }).exactOptional(),
  stackId: optionalString,
});

/** kpack's BuildBuilderSpec. build-rules.ts requires exactly one of `image` and `ref`. */
export const buildBuilder = z.strictObject({
  image: optionalString,
  imagePullSecrets: z.array(localObjectReference).exactOptional(),
  ref: objectReference.extend({ kind: z.string(), name: z.string() }).exactOptional(),
});

/** The builder of a Build: an image, or a reference to a Builder or ClusterBuilder. */
export type BuildBuilder = Immutable<z.output<typeof buildBuilder>>;

/** kpack's SourceConfig. build-template-rules.ts requires exactly one of `git`, `blob` and `registry`. */
export const source = z.strictObject({
  git: z.strictObject({ url: z.string(), revision: z.string(), initializeSubmodules: optionalBoolean }).exactOptional(),
  blob: z.strictObject({ url: z.string(), auth: optionalString, stripComponents: optionalInteger }).exactOptional(),
  registry: z
    .strictObject({ image: z.string(), imagePullSecrets: z.array(localObjectReference).exactOptional() })
    .exactOptional(),
  subPath: optionalString,
});

/** The source of an application. */
export type SourceConfig = Immutable<z.output<typeof source>>;

/** kpack's CNBBinding. */
export const cnbBinding = z.strictObject({
  name: z.string(),
  metadataRef: localObjectReference.exactOptional(),
  secretRef: localObjectReference.exactOptional(),
});

/** A binding of the older CNB bindings specification. */
export type CnbBinding = Immutable<z.output<typeof cnbBinding>>;

/** A reference to a Secret or a provisioned service (Service Binding Specification for Kubernetes 1.0). */
const service = objectReference.extend({ kind: z.string(), name: z.string() });

/** kpack's CosignConfig of a Build. */
const cosign = z.strictObject({
  annotations: z.array(z.strictObject({ name: optionalString, value: optionalString })).exactOptional(),
});

/** kpack's NotaryConfig. */
export const notary = z.strictObject({
  v1: z.strictObject({ url: z.string(), secretRef: z.strictObject({ name: z.string() }) }).exactOptional(),
});

/** The settings of Notary v1 signing, which v1alpha2 deprecates. */
export type Notary = Immutable<z.output<typeof notary>>;

/** The spec of a v1alpha2 Build, with kpack's defaults. */
export const buildSpec = z.strictObject({
  tags: z.array(z.string()),
  builder: buildBuilder,
  serviceAccountName: z.string().default('default'),
  source,
  cache: cache.exactOptional(),
  runImage: z.strictObject({ image: optionalString }).exactOptional(),
  activeDeadlineSeconds: optionalInteger,
  services: z.array(service).exactOptional(),
  cnbBindings: z.array(cnbBinding).exactOptional(),
  env: z.array(envVar).exactOptional(),
  projectDescriptorPath: optionalString,
  resources: resourceRequirements.exactOptional(),
  lastBuild: lastBuild.exactOptional(),
  notary: notary.exactOptional(),
  cosign: cosign.exactOptional(),
  defaultProcess: optionalString,
  tolerations: z.array(toleration).exactOptional(),
  nodeSelector: stringMap.exactOptional(),
  affinity: affinity.exactOptional(),
  runtimeClassName: optionalString,
  schedulerName: optionalString,
  priorityClassName: optionalString,
  creationTime: optionalString,
});

/** A phase of a Build, with its start and end. */
const buildStep = z.looseObject({
  name: z.string(),
  startedAt: optionalString,
  finishedAt: optionalString,
  exitCode: optionalInteger,
});

/** The failure of a Build (docs/reference/build-failures.md). */
const buildFailure = z.looseObject({
  reason: z.string(),
  phase: optionalString,
  exitCode: optionalInteger,
  actor: z.string(),
  message: z.string(),
  advice: z.string(),
  container: optionalString,
  log: optionalStrings,
});

/** The status of a v1alpha2 Build: kpack's fields, then taskpack's fields from `backend` on. */
const buildStatus = status.extend({
  buildMetadata: z.array(buildpackMetadata).exactOptional(),
  stack: stackStatus.exactOptional(),
  lifecycleVersion: optionalString,
  latestImage: optionalString,
  latestCacheImage: optionalString,
  latestAttestationImage: optionalString,
  podName: optionalString,
  stepStates: z.array(containerState).exactOptional(),
  stepsCompleted: optionalStrings,
  backend: optionalString,
  taskRunName: optionalString,
  builderTrust: optionalString,
  steps: z.array(buildStep).exactOptional(),
  phase: optionalString,
  failure: buildFailure.exactOptional(),
});

/** A Build in v1alpha2. taskpack converts all other versions to v1alpha2. */
export const build = z.strictObject({
  apiVersion: z.literal('kpack.io/v1alpha2'),
  kind: z.literal('Build'),
  metadata: objectMeta,
  spec: buildSpec,
  status: buildStatus.exactOptional(),
});

/** One build of an image. */
export type Build = Immutable<z.output<typeof build>>;

const spec = z.strictObject({
  ...buildSpec.pick({ tags: true, builder: true, source: true, env: true, resources: true, notary: true }).shape,
  serviceAccount: optionalString,
  cacheName: optionalString,
  bindings: buildSpec.shape.cnbBindings,
  lastBuild: z.strictObject({ image: optionalString, stackId: optionalString }).exactOptional(),
});

/** A Build in v1alpha1. */
export const buildV1alpha1 = build.extend({
  apiVersion: z.literal('kpack.io/v1alpha1'),
  spec,
  status: buildStatus
    .omit({ lifecycleVersion: true, latestCacheImage: true, latestAttestationImage: true })
    .exactOptional(),
});
