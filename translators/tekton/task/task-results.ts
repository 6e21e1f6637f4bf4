import type { ResolvedBuild } from '../../../src/model/resolved-build.ts';
import { pipelineResults, type Result } from '../results.ts';

/** Results of a Task. A Build has a cache image or none; of a Task's runs only some have one, and only those this result. */
export function resultsOf(build: ResolvedBuild): readonly Result[] {
  return pipelineResults(build).map((result) =>
    result.name === 'CACHE_IMAGE' ? { ...result, description: CACHE_IMAGE } : result,
  );
}

const CACHE_IMAGE =
  'The cache image that was written, by digest. It is there only where the parameter CACHE_IMAGE is given.';
