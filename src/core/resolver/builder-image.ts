import type { Build } from '../api/kpack/build.ts';
import type { ImageFacts } from '../api/taskpack/image-facts.ts';
import { parseImageReference, pinnedTo } from '../model/image-reference.ts';
import type { BuilderLifecycle } from '../model/lifecycle-images.ts';
import { ARCHITECTURE_LABEL, nodeArchitecture } from '../model/node-architecture.ts';
import { fieldError, fieldWarning, type FieldPath, type FieldProblem } from '../model/problem.ts';
import type { RunImages } from '../model/run-images.ts';
import { checkImage, type Report } from './report.ts';
import type { KnownBuilder, Namespace, ReferencedObjects } from './referenced-objects.ts';

/** A builder image and the facts about it that a Build depends on. */
export interface BuilderImage {
  /** The reference in the Build or in the status of the Builder, which can have a tag. */
  readonly reference: string;
  /** The reference, by digest if the digest is known. */
  readonly image: string;
  readonly uid: number;
  readonly gid: number;
  readonly stackId?: string;
  readonly runImage?: string;
  /** The architecture of the image, or of the index's image that the facts describe. Absent if the facts have none. */
  readonly architecture?: string;
  /** True if `image` is an index, from which each node pulls the image of its platform. */
  readonly isIndex: boolean;
  readonly lifecycle: BuilderLifecycle;
  /** The run images in the builder's label, which its stack.toml and run.toml name too. */
  readonly runImages: RunImages;
  /** The advice about facts in a file that lack a field. Absent if the facts come from a registry. */
  readonly factsAdvice?: FactsAdvice;
  /** The Platform API versions of the lifecycle, deprecated versions first, as in kpack. */
  readonly platformApis: readonly string[];
  /** The paths of the volumes that the image declares. */
  readonly volumes: readonly string[];
  /** True if the image contains run.toml, which the lifecycle reads since Platform API 0.12. */
  readonly hasRunToml: boolean;
  readonly hasExtensions: boolean;
  readonly buildpacks: readonly { readonly id?: string; readonly version?: string }[];
  /** The builder's own system.toml, whose entries can lack a version. */
  readonly systemBuildpacks: OwnSystemBuildpacks;
}

/** The buildpacks of the label `io.buildpacks.buildpack.system`. */
export type OwnSystemBuildpacks = Required<NonNullable<ImageFacts['systemBuildpacks']>>;

/** A reference to a builder image. */
export interface BuilderReference {
  readonly image: string;
  /** The field that contains the reference, for problems. */
  readonly path: FieldPath;
  /** The status of the Builder that names the image. Absent if the Build names the image itself. */
  readonly status?: NonNullable<KnownBuilder['status']>;
  /** The location of the facts as `FILE:LINE:COLUMN`. Absent if they come from a registry. */
  readonly locationOfFacts?: string;
}

/** Returns the details of a problem that facts in a file lack a field. */
export type FactsAdvice = (field: string) => string;

const BUILDER_PATH: FieldPath = ['spec', 'builder'];

/** Resolves the builder of a Build to its image and facts. Returns `undefined` and reports a problem if that fails. */
export function resolveBuilderImage(
  build: Build,
  objects: ReferencedObjects,
  report: Report,
): BuilderImage | undefined {
  const reference = findBuilderReference(build, objects, report);
  if (reference === undefined) return undefined;
  const architecture = nodeArchitecture(build.spec.nodeSelector?.[ARCHITECTURE_LABEL]);
  const facts = objects.imageFacts(reference.image, architecture);
  const locationOfFacts = objects.locationOfFacts(reference.image, architecture);
  if (facts !== undefined) {
    return builderImageFromFacts(
      { ...reference, ...(locationOfFacts !== undefined && { locationOfFacts }) },
      facts,
      report,
    );
  }
  report(lackOfFacts(reference, architecture, objects.factsArchitecture));
  return undefined;
}

function lackOfFacts(
  { image, path }: BuilderReference,
  architecture: string | undefined,
  byDefault: string | undefined,
): FieldProblem {
  const searched = architecture ?? byDefault;
  const option = searched === undefined ? '' : `--platform linux/${searched} `;
  const which = searched === undefined ? '' : ` for ${searched}`;
  const action = `run "taskpack inspect ${option}${image} >> facts.yaml" and pass -f facts.yaml, or omit --offline`;
  return {
    ...fieldError(path, `no facts about builder image ${image}${which}: ${action}`),
    lacksFactsOf: image,
    ...(architecture !== undefined && { lacksArchitecture: architecture }),
  };
}

function findBuilderReference(build: Build, objects: ReferencedObjects, report: Report): BuilderReference | undefined {
  const { image, ref } = build.spec.builder;
  if (ref === undefined) return image === undefined ? undefined : { image, path: [...BUILDER_PATH, 'image'] };
  const path = [...BUILDER_PATH, 'ref'];
  const builder = findBuilder(build.metadata.namespace, ref, objects, report);
  if (builder === undefined) return undefined;
  const latest = builder.status?.latestImage;
  if (latest !== undefined && parseImageReference(latest) !== undefined) {
    warnOfUnreadyBuilder(builder, latest, path, report);
    return { image: latest, path, ...(builder.status !== undefined && { status: builder.status }) };
  }
  report(
    fieldError(
      path,
      `${builder.kind} "${builder.metadata.name}" has no status.latestImage: pass the object as the cluster returns it, with its status`,
    ),
  );
  return undefined;
}

/** Like kpack, a Build uses the last image of a builder that is not ready. */
function warnOfUnreadyBuilder(
  { kind, metadata, status }: KnownBuilder,
  image: string,
  path: FieldPath,
  report: Report,
): void {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  if (ready?.status !== 'False') return;
  const why = ready.message === undefined || ready.message === '' ? '' : `: ${ready.message}`;
  report(fieldWarning(path, `${kind} "${metadata.name}" is not ready${why}; the Build uses its last image ${image}`));
}

function findBuilder(
  namespace: Namespace,
  ref: NonNullable<Build['spec']['builder']['ref']>,
  objects: ReferencedObjects,
  report: Report,
): KnownBuilder | undefined {
  const path = [...BUILDER_PATH, 'ref'];
  const { kind, name } = ref;
  if (kind !== 'Builder' && kind !== 'ClusterBuilder') {
    report(
      fieldError([...path, 'kind'], `unable to parse builder kind "${kind}"`, 'must be one of Builder, ClusterBuilder'),
    );
    return undefined;
  }
  if (kind === 'Builder' && ref.namespace !== undefined && ref.namespace !== '' && ref.namespace !== namespace) {
    report(
      fieldError(
        [...path, 'namespace'],
        'a Build can use a Builder of its own namespace only: name such a Builder or a ClusterBuilder',
      ),
    );
    return undefined;
  }
  const found = kind === 'Builder' ? objects.builder(namespace, name) : objects.clusterBuilder(name);
  if (found === undefined) {
    const advice = objects.similarObject({ kind, namespace, name }) ?? 'add the file with -f, including its status';
    report(fieldError(path, `unable to resolve builder image: ${kind} "${name}" not found; ${advice}`));
  }
  return found;
}

/**
 * Reads a builder image from its ImageFacts. Reports problems, and returns `undefined` if the image is not a builder.
 */
export function builderImageFromFacts(
  { image, path, status, locationOfFacts }: BuilderReference,
  facts: ImageFacts,
  report: Report,
): BuilderImage | undefined {
  const reportError: ReportError = (message, details) =>
    report(fieldError(path, `builder image ${image}: ${message}`, details));
  const factsAdvice = locationOfFacts === undefined ? undefined : adviceFor(image, locationOfFacts);
  if (facts.platform?.os === 'windows') reportError('windows builds are not supported');
  // A user began to write such facts by hand: a registry always reports a digest.
  if ([facts.uid, facts.gid, facts.lifecycle, facts.digest].every((fact) => fact === undefined)) {
    reportError(
      `its ImageFacts have no uid, gid and lifecycle: replace them by the output of "taskpack inspect ${image}"`,
    );
    return undefined;
  }
  const user = userOf(facts, reportError, factsAdvice);
  if (user === undefined) return undefined;
  const stackId = facts.stackId ?? status?.stack?.id;
  const runImage = facts.runImage?.image ?? status?.stack?.runImage ?? facts.images?.[0]?.image;
  const apis = facts.lifecycle?.apis?.platform ?? status?.lifecycle?.apis?.platform;
  const architecture = nodeArchitecture(facts.platform?.architecture);
  const isIndex = facts.indexDigest !== undefined;
  return {
    reference: image,
    image: pinned(image, facts, path, report),
    ...user,
    ...(stackId !== undefined && { stackId }),
    ...(runImage !== undefined && { runImage }),
    ...(architecture !== undefined && { architecture }),
    isIndex,
    lifecycle: {
      version: facts.lifecycle?.version ?? status?.lifecycle?.version,
      // Nodes of any architecture may pull an image from an index.
      architecture: isIndex ? undefined : architecture,
    },
    runImages: {
      ...(facts.runImage !== undefined && { stack: facts.runImage }),
      ...(facts.images !== undefined && { images: facts.images }),
    },
    ...(factsAdvice !== undefined && { factsAdvice }),
    platformApis: [...(apis?.deprecated ?? []), ...(apis?.supported ?? [])],
    volumes: facts.volumes ?? [],
    hasRunToml: (facts.images ?? []).length > 0,
    hasExtensions: facts.extensions === true,
    buildpacks: facts.buildpacks ?? status?.builderMetadata ?? [],
    systemBuildpacks: { pre: [], post: [], ...facts.systemBuildpacks },
  };
}

type ReportError = (message: string, details?: string) => void;

function adviceFor(image: string, location: string): FactsAdvice {
  return (field) =>
    `the ImageFacts at ${location} have no ${field}: add the field, or replace them by the output of "taskpack inspect ${image}"`;
}

function userOf(
  { uid, gid }: ImageFacts,
  reportError: ReportError,
  factsAdvice: FactsAdvice | undefined,
): Pick<BuilderImage, 'uid' | 'gid'> | undefined {
  if (uid === undefined) reportError('ENV CNB_USER_ID not found', factsAdvice?.('uid'));
  if (gid === undefined) reportError('ENV CNB_GROUP_ID not found', factsAdvice?.('gid'));
  if (uid === 0)
    reportError(
      'CNB_USER_ID is 0, and the lifecycle refuses to run buildpacks as root: use a builder with another user',
    );
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

/** Returns the reference by digest: of the index if there is one, so that each node pulls the image of its platform. */
function pinned(image: string, facts: ImageFacts, path: FieldPath, report: Report): string {
  const digest = facts.indexDigest ?? facts.digest;
  if (parseImageReference(image)?.digest !== undefined) return image;
  if (digest !== undefined) return pinnedTo(image, digest);
  report(
    fieldWarning(
      path,
      `the digest of ${image} is unknown: if the tag moves during a build, its phases run different images; name the image by digest`,
    ),
  );
  return image;
}

/** Returns the run image: the Build's if set, else the builder's. */
export function resolveRunImage(build: Build, builder: BuilderImage, report: Report): string {
  const own = build.spec.runImage?.image ?? '';
  if (own !== '') {
    checkImage(own, ['spec', 'runImage', 'image'], report);
    return own;
  }
  const { runImage = '' } = builder;
  if (parseImageReference(runImage) === undefined) {
    report(fieldError(['spec', 'runImage', 'image'], 'the builder has no run image: set this field'));
  }
  return runImage;
}
