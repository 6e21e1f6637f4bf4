import type { JsonObject } from '../../src/model/json.ts';
import type { ResolvedBuild } from '../../src/model/resolved-build.ts';
import { registryCacheTag } from '../phases/cache.ts';
import type { Phase } from '../phases/phase.ts';

/** Of completion, and so of the task. */
export interface Result {
  readonly name: string;
  readonly description: string;
  readonly flag: string;
}

/** Named as Tekton Chains' type hints want them (tektoncd/chains, docs/slsa-provenance.md). */
const IMAGE_RESULTS: readonly Result[] = [
  { name: 'IMAGE_URL', description: 'The image that was built, by its first tag.', flag: '-image-url' },
  { name: 'IMAGE_DIGEST', description: 'The digest of the image that was built.', flag: '-image-digest' },
];

const CACHE_RESULT: Result = {
  name: 'CACHE_IMAGE',
  description: 'The cache image that was written, by digest.',
  flag: '-cache-image',
};

/** The same under the names of the buildpacks tasks of Tekton's catalog; a result of a step is one of the task at most. */
const CATALOG_RESULTS: readonly Result[] = IMAGE_RESULTS.map((result) => ({ ...result, name: `APP_${result.name}` }));

/** What is known of a Build's image. */
export function buildResults(build: ResolvedBuild): readonly Result[] {
  return registryCacheTag(build) === undefined ? IMAGE_RESULTS : [...IMAGE_RESULTS, CACHE_RESULT];
}

/** The same for Pipelines, whichever task they were written for. */
export function pipelineResults(build: ResolvedBuild): readonly Result[] {
  return [...buildResults(build), ...CATALOG_RESULTS];
}

/** Results of the task: those of completion, its last step, which no earlier step can write. */
export function taskResults(results: readonly Result[]): readonly JsonObject[] {
  return results.map(({ name, description }) => ({
    name,
    type: 'string',
    description,
    value: `$(steps.completion.results.${name})`,
  }));
}

export function stepResults({ name: phase }: Phase, results: readonly Result[]): JsonObject {
  if (phase !== 'completion') return {};
  return { results: results.map(({ name, description }) => ({ name, type: 'string', description })) };
}

/** Where completion writes them. */
export function stepResultArgs({ name: phase }: Phase, results: readonly Result[]): readonly string[] {
  if (phase !== 'completion') return [];
  return results.map(({ name, flag }) => `${flag}=$(step.results.${name}.path)`);
}
