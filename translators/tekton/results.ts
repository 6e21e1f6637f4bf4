import type { JsonObject } from '../../src/model/json.ts';
import type { ResolvedBuild } from '../../src/model/resolved-build.ts';
import { registryCacheTag } from '../phases/cache.ts';
import type { Phase } from '../phases/phase.ts';

interface Result {
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

/** Results of the task: those of completion, its last step, which no earlier step can write. */
export function taskResults(build: ResolvedBuild): readonly JsonObject[] {
  return results(build).map(({ name, description }) => ({
    name,
    type: 'string',
    description,
    value: `$(steps.completion.results.${name})`,
  }));
}

export function stepResults(phase: Phase, build: ResolvedBuild): JsonObject {
  if (phase.name !== 'completion') return {};
  return { results: results(build).map(({ name, description }) => ({ name, type: 'string', description })) };
}

/** Where completion writes them. */
export function stepResultArgs(phase: Phase, build: ResolvedBuild): readonly string[] {
  if (phase.name !== 'completion') return [];
  return results(build).map(({ name, flag }) => `${flag}=$(step.results.${name}.path)`);
}

function results(build: ResolvedBuild): readonly Result[] {
  return registryCacheTag(build) === undefined ? IMAGE_RESULTS : [...IMAGE_RESULTS, CACHE_RESULT];
}
