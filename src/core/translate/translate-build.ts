import type { TranslatedBuild } from '../../../translators/phases/workload-metadata.ts';
import { translateToWorkload, type WorkloadOptions } from '../../../translators/workload.ts';
import type { Manifest, ManifestName } from '../model/kubernetes-object.ts';
import type { FieldPath, FieldProblem, Problem } from '../model/problem.ts';
import type { ReferencedObjects } from '../resolver/referenced-objects.ts';
import { resolveBuild, type ResolveOptions } from '../resolver/resolve-build.ts';
import { checkAccountIdentity, checkIsolatedAccount } from './isolation.ts';
import type { InputBuild } from './input-build.ts';
import { located } from './located.ts';

/** The controller can advise a Tekton setting. `translate` does not know the cluster's Tekton, so it advises a Pod. */
const ISOLATION_ADVICE = 'remove the secrets from it, or translate to a Pod';

export interface TranslatedInput {
  readonly problems: readonly Problem[];
  /** The names of the manifests that another input can have with other content. */
  readonly ownNames: readonly ManifestName[];
  /** Translates the Build. Returns no manifests if a problem is an error. */
  readonly manifests: () => readonly Manifest[];
  /** True if manifests of other inputs name these, so these come first. */
  readonly isReferenced?: true;
}

/**
 * Resolves one Build and checks its translation. The manifests are translated only when they are printed, because a
 * stream of many Builds would not fit into memory.
 */
export function translateBuild(
  inputBuild: InputBuild,
  references: ReferencedObjects,
  workload: WorkloadOptions,
  options: ResolveOptions,
): TranslatedInput {
  const { build, problems } = resolveBuild(inputBuild.build, references, options);
  const locate = (list: readonly FieldProblem[]): readonly Problem[] =>
    list.map((problem) => located(problem, inputBuild));
  if (build === undefined)
    return { problems: locate([...inputBuild.problems, ...problems]), ownNames: [], manifests: () => [] };
  const { images } = options.policy;
  const translated = translateToWorkload(build, workload, { images, account: 'isolated' });
  const refusals =
    translated.problems.length > 0
      ? translated.problems
      : checkIsolation(translated.isolatedAccount, inputBuild, references);
  return {
    problems: locate([...inputBuild.problems, ...problems, ...refusals]),
    // Builds share the other manifests, such as the account, and these are equal wherever their names are equal.
    ownNames: [translated.workload],
    manifests: () => [...inputBuild.needs, ...translated.manifests()],
  };
}

/**
 * Returns further errors of a Build that is invalid, so that the user sees all errors at once. `isFaulty` is true for
 * fields with a known error. Missing facts are left out, because no registry is queried for an invalid Build.
 */
export function furtherErrors(
  inputBuild: InputBuild,
  isFaulty: (path: FieldPath) => boolean,
  references: ReferencedObjects,
  options: ResolveOptions,
): readonly Problem[] {
  const { problems } = resolveBuild(inputBuild.build, references, options);
  return problems
    .filter(({ severity, lacksFactsOf }) => severity === 'error' && lacksFactsOf === undefined)
    .map((problem) => located(problem, inputBuild))
    .filter(({ paths }) => !paths.some(isFaulty));
}

function checkIsolation(
  isolated: TranslatedBuild['isolatedAccount'],
  { build }: InputBuild,
  references: ReferencedObjects,
): readonly FieldProblem[] {
  if (isolated === undefined) return [];
  const { name, secretsReachSteps } = isolated;
  const account = references.serviceAccount(build.metadata.namespace, name);
  const secrets = secretsReachSteps ? checkIsolatedAccount(name, account, ISOLATION_ADVICE) : [];
  return [...secrets, ...checkAccountIdentity(name, account)];
}
