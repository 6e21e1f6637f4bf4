import {
  allApis,
  type BaseImages,
  checkLifecyclePlatform,
  checkPlatformApis,
  checkStackPlatform,
  type LifecycleFacts,
  type StackFacts,
} from './base-images.ts';
import type { BuilderContent } from './builder-contents.ts';
import { type Buildpack, isMeta } from './buildpack.ts';
import { boundedNames } from '../model/bounded-messages.ts';
import { formatOffer } from './offer.ts';
import type { ProblemList, ReportProblem } from './problem-list.ts';
import { fitsTarget, formatTarget, stackTarget } from './target.ts';
import { compareVersions, parseVersion } from './version.ts';

/** Reports all buildpacks, lifecycles and stacks of a builder that are incompatible. */
export function checkCompatibility(contents: readonly BuilderContent[], base: BaseImages, problems: ProblemList): void {
  const { lifecycle, stack } = base;
  const ofLifecycle = problems.at(['spec', 'lifecycle']);
  if (stack !== undefined) checkStackPlatform(stack, problems.at(['spec', 'stack']));
  if (lifecycle !== undefined) checkPlatformApis(lifecycle, ofLifecycle);
  if (lifecycle !== undefined && stack !== undefined) checkLifecyclePlatform(lifecycle, stack, ofLifecycle);
  const mixins = new Set(stack?.mixins);
  for (const { offer, report } of contents) {
    const reportBuildpack: ReportProblem = (message, details) =>
      report(`validating buildpack ${formatOffer(offer)}: ${message}`, details);
    checkNames(offer.buildpack, reportBuildpack);
    checkBuildpack(offer.buildpack, base, mixins, reportBuildpack);
  }
}

/** The first Buildpack API version with the stack `*` (buildpacks/spec, buildpack.md 0.5). */
const FIRST_ANY_STACK_API = '0.5';

/**
 * Reports a buildpack that cannot run with this lifecycle and stack, by kpack's rules and by targets. Composite
 * buildpacks do not run.
 */
function checkBuildpack(
  buildpack: Buildpack,
  { lifecycle, stack }: BaseImages,
  mixins: ReadonlySet<string>,
  report: ReportProblem,
): void {
  if (isMeta(buildpack)) return;
  if (lifecycle !== undefined) checkApi(buildpack, lifecycle, report);
  if (stack === undefined) return;
  // An unknown lifecycle is assumed to be recent.
  const relaxed = lifecycle === undefined || relaxesMixins(allApis(lifecycle.platformApis));
  checkStack(buildpack, { id: stack.id, mixins }, relaxed, report);
  checkTargets(buildpack, stack, report);
}

/** True if the lifecycle relaxes the rules for mixins, as kpack determines it. */
function relaxesMixins(platformApis: readonly string[]): boolean {
  return platformApis.some((api) => isApiAtLeast(api, FIRST_RELAXED_PLATFORM_API));
}

/** Compares the API version as text, like kpack and the lifecycle. */
function checkApi({ api = '' }: Buildpack, { buildpackApis }: LifecycleFacts, report: ReportProblem): void {
  const apis = allApis(buildpackApis);
  if (!apis.includes(api)) report(`unsupported buildpack api: ${api}, expecting: ${apis.join(', ')}`);
}

/** Checks the mixins of the first stack that matches. Since Buildpack API 0.10, a buildpack may have no stacks. */
function checkStack(
  { api, stacks = [] }: Buildpack,
  stack: { readonly id: string; readonly mixins: ReadonlySet<string> },
  relaxed: boolean,
  report: ReportProblem,
): void {
  if (stacks.length === 0) return;
  const supported = stacks.find(({ id }) => id === stack.id || (id === '*' && isApiAtLeast(api, FIRST_ANY_STACK_API)));
  if (supported === undefined) {
    report(`stack ${stack.id} is not supported`);
    return;
  }
  const missing = missingMixins(supported.mixins ?? [], stack.mixins, relaxed);
  if (missing.length > 0) report(`stack missing mixin(s): ${boundedNames(missing)}`);
}

/**
 * Checks the targets. Since Platform API 0.12, the lifecycle reads targets of any Buildpack API version
 * (phase/detector.go). A buildpack without targets runs on all.
 */
function checkTargets({ targets = [] }: Buildpack, stack: StackFacts, report: ReportProblem): void {
  if (targets.length === 0) return;
  if (targets.some((target) => fitsTarget(target, stack))) return;
  const supported = boundedNames(targets.map(formatTarget));
  report(`target ${formatTarget(stackTarget(stack))} is not supported, expecting: ${supported}`);
}

const ID = /^[A-Za-z0-9./-]+$/;

/** Not only semantic versions: kpack accepts any version if an order names its exact text. */
const VERSION = /^[A-Za-z0-9._+-]+$/;

const PARENTS = ['.', '..'];

/**
 * Reports an id or version that would escape the buildpack's directory in the builder, `/cnb/buildpacks/ID/VERSION` with
 * `_` for `/` (platform specification). Images choose both names, and images are untrusted. The rule for ids is the
 * buildpack specification's.
 */
function checkNames({ id, version }: Pick<Buildpack, 'id' | 'version'>, report: ReportProblem): void {
  if (!ID.test(id) || PARENTS.includes(id)) report("the id must consist of letters, digits, '.', '/' and '-'");
  if (!VERSION.test(version) || PARENTS.includes(version)) {
    report("the version must consist of letters, digits, '.', '_', '+' and '-'");
  }
}

/** Since this Platform API version, a mixin without a stage is a mixin of both images (buildpacks/rfcs 0088). */
const FIRST_RELAXED_PLATFORM_API = '0.7';

/** Returns the mixins that a buildpack requires and the stack lacks. */
function missingMixins(
  required: readonly string[],
  provided: ReadonlySet<string>,
  relaxed: boolean,
): readonly string[] {
  return required.filter((mixin) => !provided.has(mixin) && !(relaxed && isProvidedByStages(mixin, provided)));
}

/** True if `git` provides the required `build:git`, or if `build:git` and `run:git` together provide `git`. */
function isProvidedByStages(mixin: string, provided: ReadonlySet<string>): boolean {
  const bare = /^(?:build|run):(.*)$/s.exec(mixin)?.[1];
  if (bare !== undefined) return provided.has(bare);
  return provided.has(`build:${mixin}`) && provided.has(`run:${mixin}`);
}

/** True if a CNB API version (`major.minor`) is at least the other. `0.10` is later than `0.9`. */
function isApiAtLeast(api: string | undefined, least: string): boolean {
  const [version, bound] = [parseVersion(api ?? ''), parseVersion(least)];
  return version !== undefined && bound !== undefined && compareVersions(version, bound) >= 0;
}
