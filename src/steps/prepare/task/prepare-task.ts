import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BuildInputs } from '../../../core/model/build-inputs.ts';
import type { TaskBuilder } from '../../../core/model/resolved-builder.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import type { PrepareDependencies } from '../dependencies.ts';
import { prepare } from '../prepare.ts';
import type { TaskArguments } from './task-arguments.ts';
import { builderOf, checkUser } from './builder.ts';
import { checkAccountCredentials, credentialDirectories } from './account-credentials.ts';
import { copyPlatform, warnOfGroup, warnOfToken } from './mounted-directories.ts';
import { writeCertificatesBinding } from './certificates-binding.ts';
import { sourceLimits } from './source-limits.ts';
import { taskInputs } from './task-inputs.ts';

/** Writes the inputs document from a Task's arguments, then prepares the build. Rejects with `PrepareError`. */
export async function prepareTask(dependencies: PrepareDependencies, given: TaskArguments): Promise<void> {
  await checkAccountCredentials(dependencies, given);
  const args = { ...given, credentials: await credentialDirectories(given) };
  await warnOfToken(dependencies, args);
  const builder = await builderOf(dependencies, args);
  checkUser(dependencies, builder, args);
  await warnOfGroup(dependencies, args, builder.gid);
  const inputs = taskInputs(args, {
    builder: builder.image,
    runImage: runImageOf(args, builder.runImage),
    sourceLimits: await sourceLimits(dependencies),
  });
  const results = taskResults(args, builder, inputs);
  await mkdir(path.dirname(args.inputsFile), { recursive: true });
  await writeFile(args.inputsFile, JSON.stringify(inputs));
  await copyPlatform(dependencies, args);
  await writeCertificatesBinding(dependencies, args);
  await prepare({ ...dependencies, inputsFile: args.inputsFile });
  await writeTaskResults(results, args.resultFiles);
}

function runImageOf({ runImage, builder }: TaskArguments, ofBuilder: string | undefined): string {
  const image = runImage ?? ofBuilder;
  if (image !== undefined) return image;
  throw new PrepareError('InputsUnusable', `the builder ${builder} names no run image: set RUN_IMAGE`);
}

/** The values for later steps, by the names of prepare's results. */
type TaskResults = Readonly<Record<string, string>>;

/** Returns the values in use, including the defaults of empty parameters. */
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

/** Writes the results that the Task declares. Rejects with `InputsUnusable`. */
async function writeTaskResults(results: TaskResults, files: TaskArguments['resultFiles']): Promise<void> {
  for (const [name, file] of files) {
    const value = results[name];
    if (value === undefined)
      throw new PrepareError(
        'InputsUnusable',
        `prepare has no result ${JSON.stringify(name)}: use the Task and the steps image of the same taskpack release`,
      );
    await writeFile(file, value);
  }
}

/** Accepts the values of Go's strconv.ParseBool, as the catalog's Tasks do. */
function isTrue(text = 'false'): boolean {
  if (/^(?:1|t|true)$/i.test(text)) return true;
  if (/^(?:0|f|false)$/i.test(text)) return false;
  throw new PrepareError(
    'InputsUnusable',
    `SKIP_RESTORE or CNB_SKIP_LAYERS must be true or false, not ${JSON.stringify(text)}`,
  );
}
