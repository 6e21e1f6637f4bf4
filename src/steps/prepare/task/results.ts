import { writeFile } from 'node:fs/promises';
import type { BuildInputs } from '../../../model/build-inputs.ts';
import type { TaskBuilder } from '../../../model/task-builder.ts';
import { PrepareError } from '../prepare-error.ts';
import type { TaskArguments } from './arguments.ts';

/** What later steps are told, by the names of prepare's results. */
export type TaskResults = Readonly<Record<string, string>>;

/** What holds for this run, where a parameter may have been left empty. */
export function taskResults(args: TaskArguments, builder: TaskBuilder, inputs: BuildInputs): TaskResults {
  return {
    'platform-api': builder.platformApi,
    'run-image': inputs.runImage,
    'cache-image': args.cacheImage ?? '',
    'previous-image': args.previousImage ?? inputs.tags[0],
    'process-type': args.processType,
    'skip-restore': `${isTrue(args.skipRestore)}`,
    tags: JSON.stringify(inputs.tags),
  };
}

/** Writes the results that the Task has. Rejects with `InputsUnusable`. */
export async function writeTaskResults(results: TaskResults, files: TaskArguments['resultFiles']): Promise<void> {
  for (const [name, file] of files) {
    const value = results[name];
    if (value === undefined) throw new PrepareError('InputsUnusable', `prepare has no result ${JSON.stringify(name)}`);
    await writeFile(file, value);
  }
}

/** Go's words for it, which the catalog's tasks take. */
function isTrue(text = 'false'): boolean {
  if (/^(?:1|t|true)$/i.test(text)) return true;
  if (/^(?:0|f|false)$/i.test(text)) return false;
  throw new PrepareError(
    'InputsUnusable',
    `SKIP_RESTORE or CNB_SKIP_LAYERS is neither true nor false: ${JSON.stringify(text)}`,
  );
}
