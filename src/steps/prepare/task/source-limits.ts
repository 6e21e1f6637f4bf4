import { formatProblem } from '../../../core/model/problem.ts';
import type { SourceLimits } from '../../../core/model/build-source.ts';
import { DEFAULT_SETTINGS } from '../../../core/settings/settings.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import type { PrepareDependencies } from '../dependencies.ts';

/**
 * Returns the source limits of a Task. They come from prepare's environment, because no controller puts its settings into
 * the inputs document. Rejects with `InputsUnusable`.
 */
export async function sourceLimits({ environment }: Pick<PrepareDependencies, 'environment'>): Promise<SourceLimits> {
  const { SOURCE_MAX_BYTES, SOURCE_MAX_ENTRIES } = environment;
  if ([SOURCE_MAX_BYTES, SOURCE_MAX_ENTRIES].every(isUnset)) return DEFAULT_SETTINGS.sourceLimits;
  // The module takes long to load and is rarely needed.
  const { readSettings } = await import('../../../core/settings/read-settings.ts');
  const reading = readSettings({ SOURCE_MAX_BYTES, SOURCE_MAX_ENTRIES });
  if (reading.kind === 'problems')
    throw new PrepareError('InputsUnusable', reading.problems.map(formatProblem).join('; '));
  return reading.settings.sourceLimits;
}

function isUnset(value: string | undefined): boolean {
  return value === undefined || value === '';
}
