import { formatProblem } from '../../../model/problem.ts';
import type { SourceLimits } from '../../../model/source-limits.ts';
import { DEFAULT_SETTINGS } from '../../../settings/defaults.ts';
import type { World } from '../world.ts';
import { unusable } from './flags.ts';

/**
 * What a Task's source may have at most. No controller says it in the document of inputs, and so prepare's environment
 * does, by the names of the settings. Rejects with `InputsUnusable`.
 */
export async function sourceLimits({ environment }: Pick<World, 'environment'>): Promise<SourceLimits> {
  const { SOURCE_MAX_BYTES, SOURCE_MAX_ENTRIES } = environment;
  if ([SOURCE_MAX_BYTES, SOURCE_MAX_ENTRIES].every(isUnset)) return DEFAULT_SETTINGS.sourceLimits;
  // What reads settings takes its time to load.
  const { readSettings } = await import('../../../settings/read-settings.ts');
  const reading = readSettings({ SOURCE_MAX_BYTES, SOURCE_MAX_ENTRIES });
  if (reading.kind === 'problems') throw unusable(reading.problems.map(formatProblem).join('; '));
  return reading.settings.sourceLimits;
}

function isUnset(value: string | undefined): boolean {
  return value === undefined || value === '';
}
