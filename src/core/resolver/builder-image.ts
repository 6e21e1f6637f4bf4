import type { Build } from '../api/kpack/build.ts';
import type { ImageFacts } from '../api/taskpack/image-facts.ts';
import { parseImageReference, pinnedTo } from '../model/image-reference.ts';
import type { BuilderLifecycle } from '../model/lifecycle-images.ts';
import { nodeArchitecture } from '../model/node-architecture.ts';
import { fieldError, fieldWarning, type FieldPath, type FieldProblem } from '../model/problem.ts';
import type { RunImages } from '../model/run-images.ts';
import { chosenArchitecture } from './architecture-constraints.ts';
import { findBuilderReference, type BuilderReference } from './builder-reference.ts';
import { checkImage, type Report } from './report.ts';
import type { ReferencedObjects } from './referenced-objects.ts';

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

/** Returns the details of a problem that facts in a file lack a field. */
export type FactsAdvice = (field: string) => string;

/** Resolves the builder of a Build to its image and facts. Returns `undefined` and reports a problem if that fails. */
export function resolveBuilderImage(
  build: Build,
  objects: ReferencedObjects,
  report: Report,
): BuilderImage | undefined {
  const reference = findBuilderReference(build, objects, report);
  if (reference === undefined) return undefined;
  const architecture = chosenArchitecture(build.spec);
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
  return {
    reference: image,
    image: pinned(image, facts, path, report),
    ...user,
    ...(stackId !== undefined && { stackId }),
    ...(runImage !== undefined && { runImage }),
    ...(architecture !== undefined && { architecture }),
    lifecycle: { version: facts.lifecycle?.version ?? status?.lifecycle?.version, architecture },
    runImages: {
      ...(facts.runImage !== undefined && { stack: facts.runImage }),
      ...(facts.images !== undefined && { images: facts.images }),
    },
    ...(factsAdvice !== undefined && { factsAdvice }),
    platformApis: [...(apis?.deprecated ?? []), ...(apis?.supported ?? [])],
    volumes: facts.volumes ?? [],
    hasRunToml: (facts.images ?? []).length > 0,
    hasExtensions: (facts.extensions ?? []).length > 0,
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
