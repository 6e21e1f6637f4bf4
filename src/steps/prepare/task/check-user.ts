import type { TaskBuilder } from '../../../model/task-builder.ts';
import { PrepareError } from '../prepare-error.ts';
import type { World } from '../world.ts';
import type { TaskArguments } from './arguments.ts';

/**
 * A Task cannot say as whom its steps run by a parameter, and the lifecycle can write nothing unless it runs as the
 * builder's user. Throws `InputsUnusable`.
 */
export function checkUser(
  { user, log }: Pick<World, 'user' | 'log'>,
  { uid, gid }: TaskBuilder,
  args: TaskArguments,
): void {
  if (user.uid !== uid || user.gid !== gid) {
    const podTemplate = JSON.stringify({
      automountServiceAccountToken: false,
      securityContext: { runAsUser: uid, runAsGroup: gid, fsGroup: gid },
    });
    throw new PrepareError(
      'InputsUnusable',
      `the builder's user is ${uid}:${gid}, and this run's is ${user.uid}:${user.gid}: give the run podTemplate: ${podTemplate}`,
    );
  }
  for (const [name, given, own] of [
    ['user', args.user, uid],
    ['group', args.group, gid],
  ] as const) {
    if (given !== undefined && given !== `${own}`)
      log(`warning: the ${name} ${given} is not the builder's, ${own}, which is used`);
  }
}
