import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { prepare } from '../prepare.ts';
import { PrepareError } from '../prepare-error.ts';
import type { World } from '../world.ts';
import type { TaskArguments } from './arguments.ts';
import { credentialDirectories, warnOfToken } from './credential-directories.ts';
import { builderOf } from './builder.ts';
import { checkUser } from './check-user.ts';
import { copyPlatform } from './copy-platform.ts';
import { sourceLimits } from './source-limits.ts';
import { taskInputs } from './task-inputs.ts';
import { taskResults, writeTaskResults } from './results.ts';

/** Makes of a Task's arguments the inputs that a TaskRun brings, and prepares as that. Rejects with `PrepareError`. */
export async function prepareTask(world: World, given: TaskArguments): Promise<void> {
  const args = { ...given, credentials: await credentialDirectories(world, given) };
  await warnOfToken(world, args);
  const builder = await builderOf(world, args);
  checkUser(world, builder, args);
  const inputs = taskInputs(args, {
    builder: builder.image,
    runImage: runImageOf(args, builder.runImage),
    sourceLimits: await sourceLimits(world),
  });
  const results = taskResults(args, builder, inputs);
  await mkdir(path.dirname(args.inputsFile), { recursive: true });
  await writeFile(args.inputsFile, JSON.stringify(inputs));
  await copyPlatform(world, args);
  await prepare({ ...world, inputsFile: args.inputsFile });
  await writeTaskResults(results, args.resultFiles);
}

function runImageOf({ runImage, builder }: TaskArguments, ofBuilder: string | undefined): string {
  const image = runImage ?? ofBuilder;
  if (image !== undefined) return image;
  throw new PrepareError('InputsUnusable', `the builder ${builder} names no run image: give one by RUN_IMAGE`);
}
