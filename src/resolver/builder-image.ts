import type { Build } from '../api/kpack/build.ts';
import type { ImageFacts } from '../api/taskpack/image-facts.ts';
import { fieldError, fieldWarning, type FieldPath, type FieldProblem } from '../model/problem.ts';
import { parseImageReference, pinnedTo } from '../model/image-reference.ts';
import type { Report } from './report.ts';
import type { KnownBuilder, Namespace, World } from './world.ts';

/** The builder image of a Build with all that is known of it. */
export interface BuilderImage {
  /** By digest where that is known. */
  readonly image: string;
  readonly uid: number;
  readonly gid: number;
  readonly stackId?: string;
  readonly runImage?: string;
  /** Deprecated ones first, as kpack lists them. */
  readonly platformApis: readonly string[];
  /** Whether it carries run.toml, which Platform API 0.12 and later read. */
  readonly hasRunToml: boolean;
  readonly hasExtensions: boolean;
}

/** A builder image as somebody names it. */
export interface Named {
  readonly image: string;
  readonly path: FieldPath;
  /** What its Builder says of it, where it came from one. */
  readonly status?: NonNullable<KnownBuilder['status']>;
}

const BUILDER_PATH: FieldPath = ['spec', 'builder'];

/** Finds the image that the lifecycle runs in, and its facts. */
export function resolveBuilderImage(build: Build, world: World, report: Report): BuilderImage | undefined {
  const named = nameBuilder(build, world, report);
  if (named === undefined) return undefined;
  const facts = world.imageFacts(named.image);
  if (facts !== undefined) return fromFacts(named, facts, report);
  report(lacksFacts(named));
  return undefined;
}

function lacksFacts({ image, path }: Named): FieldProblem {
  const way = `run "taskpack inspect ${image} > facts.yaml" and add -f facts.yaml, or leave out --offline`;
  return { ...fieldError(path, `nothing is known of builder image ${image}: ${way}`), lacksFactsOf: image };
}

function nameBuilder(build: Build, world: World, report: Report): Named | undefined {
  const { image, ref } = build.spec.builder;
  if (ref === undefined) return image === undefined ? undefined : { image, path: [...BUILDER_PATH, 'image'] };
  const path = [...BUILDER_PATH, 'ref'];
  const builder = referredBuilder(build.metadata.namespace, ref, world, report);
  if (builder === undefined) return undefined;
  const latest = builder.status?.latestImage;
  if (latest !== undefined && parseImageReference(latest) !== undefined) {
    return { image: latest, path, ...(builder.status !== undefined && { status: builder.status }) };
  }
  report(
    fieldError(
      path,
      `${builder.kind} "${builder.metadata.name}" has no latestImage: add it as it is on the cluster, with its status`,
    ),
  );
  return undefined;
}

function referredBuilder(
  namespace: Namespace,
  ref: NonNullable<Build['spec']['builder']['ref']>,
  world: World,
  report: Report,
): KnownBuilder | undefined {
  const path = [...BUILDER_PATH, 'ref'];
  const { kind, name } = ref;
  if (kind !== 'Builder' && kind !== 'ClusterBuilder') {
    report(fieldError([...path, 'kind'], `unable to parse builder kind "${kind}"`));
    return undefined;
  }
  if (kind === 'Builder' && ref.namespace !== undefined && ref.namespace !== '' && ref.namespace !== namespace) {
    report(fieldError([...path, 'namespace'], 'a Build may only use a Builder of its own namespace'));
    return undefined;
  }
  const found = kind === 'Builder' ? world.builder(namespace, name) : world.clusterBuilder(name);
  if (found === undefined) {
    report(
      fieldError(path, `unable to resolve builder image: ${kind} "${name}" not found; add it, with its status, by -f`),
    );
  }
  return found;
}

/** What facts say of a builder; `undefined` where it is none. */
export function fromFacts({ image, path, status }: Named, facts: ImageFacts, report: Report): BuilderImage | undefined {
  const { uid, gid } = facts;
  const refuse = (message: string): void => report(fieldError(path, `builder image ${image}: ${message}`));
  if (facts.platform?.os === 'windows') refuse('windows builds are not supported');
  if (uid === undefined) refuse('ENV CNB_USER_ID not found');
  if (gid === undefined) refuse('ENV CNB_GROUP_ID not found');
  if (uid === 0) refuse('its user is root, as whom the lifecycle refuses to run buildpacks');
  if (uid === undefined || gid === undefined) return undefined;
  const stackId = facts.stackId ?? status?.stack?.id;
  const runImage = facts.runImage?.image ?? status?.stack?.runImage ?? facts.images?.[0]?.image;
  const apis = facts.lifecycle?.apis?.platform ?? status?.lifecycle?.apis?.platform;
  return {
    image: pinned(image, facts, path, report),
    uid,
    gid,
    ...(stackId !== undefined && { stackId }),
    ...(runImage !== undefined && { runImage }),
    platformApis: [...(apis?.deprecated ?? []), ...(apis?.supported ?? [])],
    hasRunToml: (facts.images ?? []).length > 0,
    hasExtensions: facts.extensions === true,
  };
}

/** By the index where there is one, so that each node runs the image that is made for it. */
function pinned(image: string, facts: ImageFacts, path: FieldPath, report: Report): string {
  const digest = facts.indexDigest ?? facts.digest;
  if (parseImageReference(image)?.digest !== undefined) return image;
  if (digest !== undefined) return pinnedTo(image, digest);
  report(fieldWarning(path, `the digest of ${image} is not known: assumed that its tag does not move during a build`));
  return image;
}
