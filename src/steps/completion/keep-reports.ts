import { cp } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../http/error-code.ts';
import type { KeptReports } from './arguments.ts';
import { CompletionError } from './completion-error.ts';

/** Copies what was reported to where somebody wants to have it. Rejects with `OutcomeNotReported`. */
export async function keepReports(report: string, { directory, sbom }: KeptReports): Promise<void> {
  try {
    await cp(report, path.join(directory, path.basename(report)));
    if (sbom !== undefined) await cp(sbom, path.join(directory, 'sbom'), { recursive: true }).catch(unlessMissing);
  } catch (cause) {
    const reason = errorCode(cause);
    const sentence = `the image was built, but its reports cannot be written to ${directory}${reason === '' ? '' : ` (${reason})`}`;
    throw new CompletionError('OutcomeNotReported', sentence, cause);
  }
}

/** Not every buildpack says what it has put in. */
function unlessMissing(error: unknown): void {
  if (errorCode(error) !== 'ENOENT') throw error;
}
