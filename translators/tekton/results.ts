import type { JsonObject } from '../../src/core/model/json.ts';
import type { ResolvedBuild } from '../../src/core/model/resolved-build.ts';
import type { TektonFeatures } from '../../src/core/model/tekton-features.ts';
import { registryCacheTag } from '../phases/cache.ts';
import type { Phase } from '../phases/phase.ts';

/** A result of the step completion and of its task, with completion's flag for the file of the value. */
export interface Result {
  readonly name: string;
  readonly description: string;
  readonly flag: string;
}

/** The names are the type hints that Tekton Chains looks for (tektoncd/chains, docs/slsa-provenance.md). */
const IMAGE_RESULTS: readonly Result[] = [
  { name: 'IMAGE_URL', description: 'The first tag of the image.', flag: '-image-url' },
  { name: 'IMAGE_DIGEST', description: 'The digest of the image.', flag: '-image-digest' },
];

const CACHE_RESULT: Result = {
  name: 'CACHE_IMAGE',
  description: 'The cache image, by digest.',
  flag: '-cache-image',
};

/** The same results under the names that the buildpacks tasks of Tekton's catalog use. Tekton maps results one to one. */
const CATALOG_RESULTS: readonly Result[] = IMAGE_RESULTS.map((result) => ({ ...result, name: `APP_${result.name}` }));

/** Returns the results of a Build. */
export function buildResults(build: ResolvedBuild): readonly Result[] {
  return registryCacheTag(build) === undefined ? IMAGE_RESULTS : [...IMAGE_RESULTS, CACHE_RESULT];
}

/** Returns the results of a Task for Pipelines: those of a Build, also under the names of Tekton's catalog. */
export function pipelineTaskResults(build: ResolvedBuild): readonly Result[] {
  return [...buildResults(build), ...CATALOG_RESULTS].map((result) =>
    result.name === CACHE_RESULT.name ? { ...result, description: OPTIONAL_CACHE_IMAGE } : result,
  );
}

const OPTIONAL_CACHE_IMAGE = 'The cache image, by digest. Only runs with the parameter CACHE_IMAGE have this result.';

/**
 * The place of a task's results. `step`: completion declares them, and no other step can write them. `task`: Tekton has no
 * results of steps, so every step can write them.
 */
export type ResultScope = 'step' | 'task';

/** Returns the place of results on a Tekton. */
export function resultScope({ stepResults: isOwn }: TektonFeatures): ResultScope {
  return isOwn ? 'step' : 'task';
}

/**
 * Declares the results of the task, which are those of its last step, completion. If an earlier step writes a result of the same
 * name into its termination message, Tekton prefers the last step's. Tekton would keep every other result of an earlier step, also
 * one that no step declares, so waiters empty the messages of the earlier steps (step-order.ts).
 */
export function taskResults(results: readonly Result[], scope: ResultScope): readonly JsonObject[] {
  return results.map(({ name, description }) => ({
    name,
    type: 'string',
    description,
    ...(scope === 'step' && { value: `$(steps.completion.results.${name})` }),
  }));
}

/** Declares the results of a step, if it is completion. */
export function stepResults({ name: phase }: Phase, results: readonly Result[], scope: ResultScope): JsonObject {
  if (phase !== 'completion' || scope === 'task') return {};
  return { results: results.map(({ name, description }) => ({ name, type: 'string', description })) };
}

/** Returns the arguments that tell completion where to write its results. */
export function stepResultArgs(
  { name: phase }: Phase,
  results: readonly Result[],
  scope: ResultScope,
): readonly string[] {
  if (phase !== 'completion') return [];
  return results.map(({ name, flag }) => `${flag}=$(${scope === 'step' ? 'step.' : ''}results.${name}.path)`);
}
