import { readObjects, type ReadObjects } from '../api/read-objects.ts';
import type { SourceDocument } from '../model/document.ts';
import type { Manifest } from '../model/kubernetes-object.ts';
import { hasErrors, type Problem } from '../model/problem.ts';
import { checkNamespace, inNamespace } from './default-namespace.ts';
import { indexObjects, type InputIndex } from './input-index.ts';
import { isTranslated, nothingToTranslate } from './not-translated.ts';
import { withNames } from './object-name.ts';
import { isRunKind } from './old-tekton/kinds.ts';
import { leftOutObjects } from './old-tekton/left-out-objects.ts';
import { errorsOfOldTasks, translateOldTekton } from './old-tekton/translate-old-tekton.ts';
import { conflictingNames, onceEach, type TranslatedObject } from './equal-names.ts';
import { unusedNetworks } from './input-networks.ts';
import type { TranslateOptions } from './options.ts';
import { referencedObjects } from './input-references.ts';
import type { ResolveOptions } from '../resolver/resolve-build.ts';
import { withStrictness } from './strictness.ts';
import { tektonProblems } from './tekton-version.ts';
import { furtherErrors, translateBuild } from './translate-build.ts';
import { buildsByImage } from './image-build.ts';
import { inputBuildOf } from './input-build.ts';
import { workloadOptions } from './workload-options.ts';
import { sharedTags } from './shared-tags.ts';
import { unusedSecrets } from './unused-secrets.ts';

export interface Translation {
  /**
   * The manifests in apply order. Empty if any problem is an error. Each iteration translates again, so that a long
   * stream is never in memory as a whole.
   */
  readonly manifests: Iterable<Manifest>;
  readonly problems: readonly Problem[];
}

/**
 * Translates every Build and Image among the documents to the objects that run it, and every Task, Pipeline and run
 * of Tekton before v1 to tekton.dev/v1. A `partial` input lacks documents that could not be read, so it may hold no Build.
 */
export function translate(
  documents: readonly SourceDocument[],
  options: TranslateOptions,
  input: 'whole' | 'partial' = 'whole',
): Translation {
  const read = readObjects(documents);
  const objects = withNames(read.objects.map((object) => inNamespace(object, options.namespace)));
  const { inputIndex, problems: duplicates } = indexObjects(objects, options.architecture);
  const translations = hasUnreadReferences(read) ? [] : translateAll(inputIndex, options);
  const problems = withStrictness(
    [
      ...read.problems,
      ...(hasUnreadReferences(read)
        ? errorsOfOldTasks(inputIndex, options)
        : errorsOfRepaired(read, inputIndex, options)),
      ...duplicates,
      ...objects.flatMap((object) => checkNamespace(object, options.namespace)),
      ...(hasErrors(read.problems) || input === 'partial' ? [] : nothingToTranslate(objects)),
      ...(objects.some(isTranslated) ? leftOutObjects(objects, read.unread) : []),
      ...sharedTags(inputIndex),
      ...(hasUnreadReferences(read)
        ? []
        : [...unusedSecrets(inputIndex), ...unusedNetworks(inputIndex, options.controllerNamespace)]),
      ...translations.flatMap(({ translation }) => translation.problems),
      ...(objects.some(({ kind }) => kind === 'Build' || kind === 'Image') ? tektonProblems(options) : []),
    ],
    options.strict,
  );
  if (hasErrors(problems)) return { problems, manifests: [] };
  const conflicts = conflictingNames(translations, inputIndex);
  return {
    problems: [...problems, ...conflicts],
    manifests: hasErrors(conflicts) ? [] : manifests(inputIndex, translations),
  };
}

/** True if an object that Builds can refer to could not be read. Translation would report it as missing. */
function hasUnreadReferences({ unread }: ReadObjects): boolean {
  return unread.some((kind) => kind !== 'Build' && kind !== 'Image' && !isRunKind(kind));
}

function translateAll(inputIndex: InputIndex, options: TranslateOptions): readonly TranslatedObject[] {
  const references = referencedObjects(inputIndex, options.controllerNamespace);
  const oldTekton = translateOldTekton(inputIndex, options);
  const workload = workloadOptions(options);
  const resolving = resolveOptions(options);
  const builds = buildsByImage(inputIndex);
  return [...inputIndex.all()].flatMap((object) => {
    const inputBuild = inputBuildOf(object, references, builds, options.now);
    const translation =
      inputBuild === undefined ? oldTekton.get(object) : translateBuild(inputBuild, references, workload, resolving);
    return translation === undefined ? [] : [{ object, translation }];
  });
}

/** Returns further errors of the Builds and Images that are invalid. */
function errorsOfRepaired(
  { repaired }: ReadObjects,
  inputIndex: InputIndex,
  options: TranslateOptions,
): readonly Problem[] {
  const references = referencedObjects(inputIndex, options.controllerNamespace);
  const builds = buildsByImage(inputIndex);
  return repaired.flatMap(({ object, isFaulty }) => {
    const inputBuild = inputBuildOf(inNamespace(object, options.namespace), references, builds, options.now);
    return inputBuild === undefined ? [] : furtherErrors(inputBuild, isFaulty, references, resolveOptions(options));
  });
}

function resolveOptions(options: TranslateOptions): ResolveOptions {
  return {
    policy: options,
    ...(options.now !== undefined && { now: options.now }),
    workloadIdentity: options.workloadIdentity === 'always',
    envFromSecrets: options.envFromSecrets === 'always',
    // No namespace is read, so the setting decides alone.
    extendsBuildImages: true,
  };
}

function manifests(inputIndex: InputIndex, translations: readonly TranslatedObject[]): Iterable<Manifest> {
  return {
    *[Symbol.iterator]() {
      const isNew = onceEach(inputIndex);
      for (const { translation } of inApplyOrder(translations)) yield* translation.manifests().filter(isNew);
    },
  };
}

function inApplyOrder(translations: readonly TranslatedObject[]): readonly TranslatedObject[] {
  return [
    ...translations.filter(({ translation }) => translation.isReferenced === true),
    ...translations.filter(({ translation }) => translation.isReferenced !== true),
  ];
}
