import { Command } from 'commander';
import { VERSION } from '../settings/version.ts';
import { addBuilder } from './builder/command.ts';
import { addCompletion } from './completion/command.ts';
import { addController } from './controller/command.ts';
import { addHelp } from './help/command.ts';
import { addInstall } from './install/command.ts';
import { addInspect } from './inspect/command.ts';
import { addLogs } from './logs/command.ts';
import { addResolve } from './resolve/command.ts';
import { severityLabel } from './severity-label.ts';
import type { Terminal } from './terminal.ts';
import { addTasks } from './tasks/command.ts';
import { addTranslate } from './translate/command.ts';
import { addVersion } from './version/command.ts';

const EXAMPLES = `
Examples:
  taskpack translate -f build.yaml -f facts.yaml | kubectl apply -f -
  taskpack translate --help
  taskpack inspect paketobuildpacks/builder-jammy-base > facts.yaml

Exit codes:
  0  done
  1  the input is wrong, or a registry or cluster refuses; nothing is printed on standard output (but by logs)
  2  the command is used wrongly: an option, or a variable of its environment`;

/** Every command with its options. What a command does is loaded only when it runs. */
export function createProgram(terminal: Terminal): Command {
  const program = new Command('taskpack')
    .description('Turns kpack Builds into Tekton TaskRuns or plain Pods.')
    .version(VERSION, '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', EXAMPLES)
    .configureOutput({
      writeOut: (text) => terminal.output.write(text),
      writeErr: (text) => terminal.errors.write(text),
      outputError: (text, write) => {
        // A suggestion comes on a line of its own.
        const line = text.replaceAll('\n(', ' (');
        write(line.replace(/^error:/, severityLabel('error', terminal.errors)));
      },
    })
    .exitOverride();
  addTranslate(program, terminal);
  addInspect(program, terminal);
  addResolve(program, terminal);
  addBuilder(program, terminal);
  addTasks(program, terminal);
  addLogs(program, terminal);
  addController(program, terminal);
  addInstall(program, terminal);
  addVersion(program, terminal);
  addCompletion(program, terminal);
  addHelp(program);
  return program;
}
