import { VERSION } from '../../settings/version.ts';
import { makeTask } from '../../../translators/tekton/task/task.ts';
import { settingsOf } from '../settings-of.ts';
import type { Terminal } from '../terminal.ts';
import type { TasksFlags } from './flags.ts';
import { bundleTask } from './bundle-task.ts';
import { chooseBuilder } from './choose-builder.ts';
import { writeTask } from './write-task.ts';

/** What `taskpack tasks` does. */
export async function runTasks(flags: TasksFlags, terminal: Terminal): Promise<void> {
  const { maximumPlatformApi, stepsImage } = settingsOf(terminal);
  const builder = await chooseBuilder(flags, maximumPlatformApi, terminal);
  const task = makeTask({
    kind: 'build',
    name: flags.name,
    version: VERSION,
    stepsImage: flags.stepsImage ?? stepsImage,
    ...(builder !== undefined && { builder }),
  });
  if (flags.bundle !== undefined) return bundleTask(task, flags.bundle, flags, terminal);
  await writeTask(task, flags.output, terminal.output);
}
