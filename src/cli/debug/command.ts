import { Option, type Command } from 'commander';
import { DEFAULT_DEBUG_TIMEOUT_SECONDS } from '../../core/model/debug-mode.ts';
import { PHASE_NAMES } from '../../core/model/phase-name.ts';
import { durationValue } from '../duration-value.ts';
import { namespaceOption, ObjectArgument, objectName } from '../object-names.ts';
import { addClusterOptions } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import type { DebugFlags } from './run.ts';

const HELP = `
The command creates a copy of the Build, NAME-debug-1, whose phases stop: with --before, before the program of that phase
starts; otherwise, after the program of any phase has failed. It waits until a phase is held, and opens a shell in the
container of the phase, with its environment and files. With words after "--", it runs that command instead of a shell.

After the shell, the command asks how to go on: "continue" starts the program of the phase, or makes a failed phase count as
successful. "fail" ends the phase, and so the Build. Without a terminal, use --continue and --fail from another command. Without
an answer within --timeout, the phase ends as with "fail".

Without --push, the copy has no phases export and completion, so it pushes no image and writes no cache. If all its phases
succeed, it ends with the reason Debugged. --before export and --before completion need --push. The status of a debugged
Build has the condition Debugged. The copy can be a Pod of regular containers or a TaskRun. A Pod of init containers cannot
be held: the operator sets SUPPORT_INJECTED_SIDECARS to auto or true.

--timeout is at most 24h, or the controller's setting MAX_DEBUG_HOLD, which can also turn debugging off.

You need the rights to get and create Builds, to get Pods, and to get and create pods/exec in the namespace.

Examples:
  taskpack debug app-build-3
  taskpack debug app-build-3 --before build
  taskpack debug app-build-3 --before build -- sh -c 'ls -l /workspace'
  taskpack debug app-build-3-debug-1 --continue`;

/** Adds `taskpack debug`. */
export function addDebug(program: Command, terminal: Terminal): void {
  const command = program
    .command('debug')
    .description('repeat a Build, stop at a phase, and open a shell there')
    .usage('[options] <build> [-- <command...>]')
    .addArgument(new ObjectArgument('<build>', "the Build's name", 'builds').argParser(objectName('Build')))
    .argument('[command...]', 'a command to run instead of a shell')
    .addOption(namespaceOption('the Build'))
    .addOption(
      new Option('--before <phase>', 'stop before this phase').choices(
        PHASE_NAMES.filter((phase) => phase !== 'rebase' && phase !== 'create'),
      ),
    )
    .addOption(new Option('--on-failure', 'stop after a phase has failed; this is the default').conflicts('before'))
    .addOption(
      new Option('--timeout <duration>', 'hold a phase no longer than this, such as 90s or 1h30m')
        .argParser(durationValue)
        .default(DEFAULT_DEBUG_TIMEOUT_SECONDS, '1h'),
    )
    .addOption(new Option('--push', 'push the image if all phases succeed'))
    .addOption(
      new Option('--continue', 'let the held phase of a debugged Build go on').conflicts([
        'fail',
        'before',
        'onFailure',
        'push',
      ]),
    )
    .addOption(
      new Option('--fail', 'end the held phase of a debugged Build').conflicts(['before', 'onFailure', 'push']),
    );
  addClusterOptions(command)
    .addHelpText('after', HELP)
    .action(async (build: string, words: readonly string[], flags: DebugFlags) => {
      const { runDebug } = await import('./run.ts');
      await runDebug(build, words, flags, terminal);
    });
}
