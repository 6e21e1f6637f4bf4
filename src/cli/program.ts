import { Command, CommanderError } from 'commander';
import { VERSION } from '../core/settings/version.ts';
import { addBuild } from './build/command.ts';
import { addBuilder } from './builder/command.ts';
import { addCancel } from './cancel/command.ts';
import { addComplete, addCompletion, addKubectlComplete } from './completion/command.ts';
import { addController } from './controller/command.ts';
import { addConvert } from './convert/command.ts';
import { addDashboard } from './dashboard/command.ts';
import { addDebug } from './debug/command.ts';
import { addDiff } from './diff/command.ts';
import { addDoctor } from './doctor/command.ts';
import { takeEqualsSign } from './equals-sign.ts';
import { addExplain } from './explain/command.ts';
import { helpFor, type ProgramName } from './help.ts';
import { addInspect } from './inspect/command.ts';
import { addInstall } from './install/command.ts';
import { addList } from './list/command.ts';
import { addLogs } from './logs/command.ts';
import { CommandFailure, reportProblems, severityLabel, type ExitCode } from './problems.ts';
import { addReport } from './report/command.ts';
import { addResolve } from './resolve/command.ts';
import { addRetry } from './retry/command.ts';
import { refuseRepeated } from './single-options.ts';
import { suggestNames } from './suggestions.ts';
import { addStatus } from './status/command.ts';
import { addTasks } from './tasks/command.ts';
import type { Terminal } from './terminal.ts';
import { addTranslate } from './translate/command.ts';
import { addTrigger } from './trigger/command.ts';
import { addUninstall } from './uninstall/command.ts';
import { addWhy } from './why/command.ts';

const PROGRAM_HELP = `
Examples:
  taskpack translate -f build.yaml -f facts.yaml | kubectl apply -f -
  taskpack translate --help
  taskpack inspect paketobuildpacks/builder-jammy-base > facts.yaml

Exit codes:
  0  success
  1  the input is invalid, a registry or cluster refused, or an awaited Build failed; only "taskpack diff",
     "taskpack list", "taskpack logs", "taskpack doctor", "taskpack translate -R" and commands with --wait print to
     standard output then
  2  an option or environment variable is invalid
  130  Ctrl-C ended a wait`;

/** The commands in the order of the help. */
const COMMANDS: Readonly<Record<string, (program: Command, terminal: Terminal) => void>> = {
  translate: addTranslate,
  inspect: addInspect,
  resolve: addResolve,
  builder: addBuilder,
  diff: addDiff,
  explain: addExplain,
  tasks: addTasks,
  convert: addConvert,
  list: addList,
  status: addStatus,
  logs: addLogs,
  why: addWhy,
  report: addReport,
  dashboard: addDashboard,
  build: addBuild,
  trigger: addTrigger,
  cancel: addCancel,
  retry: addRetry,
  debug: addDebug,
  doctor: addDoctor,
  controller: addController,
  install: addInstall,
  uninstall: addUninstall,
  version: addVersion,
};

/**
 * Creates the program with all commands and their options. Each command loads its implementation when it runs. If the first
 * argument names a command, the program has only this command, because creating all of them takes 4 ms.
 */
export function createProgram(terminal: Terminal, name: ProgramName = 'taskpack', first = ''): Command {
  const program = bareProgram(terminal, name);
  if (Object.hasOwn(COMMANDS, first)) COMMANDS[first]?.(program, terminal);
  else addAllCommands(program, terminal, name);
  suggestNames(program);
  refuseRepeated(program);
  takeEqualsSign(program);
  return program;
}

function addAllCommands(program: Command, terminal: Terminal, name: ProgramName): void {
  for (const add of Object.values(COMMANDS)) add(program, terminal);
  // kubectl completes its plugins' words itself, with the help of kubectl_complete-taskpack.
  if (name === 'taskpack') addCompletion(program, terminal);
  addComplete(program, terminal);
  addKubectlComplete(program, terminal);
  addHelp(program);
}

/** Returns the program without commands. */
function bareProgram(terminal: Terminal, name: ProgramName): Command {
  return new Command(name)
    .description('Turns kpack Builds into Tekton TaskRuns or plain Pods.')
    .version(VERSION, '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', PROGRAM_HELP)
    .configureOutput({
      writeOut: (text) => terminal.output.write(helpFor(name, text)),
      writeErr: (text) => terminal.errors.write(helpFor(name, text)),
      outputError: (text) => terminal.errors.write(text.replace(/^error:/, severityLabel('error', terminal.errors))),
    })
    .showSuggestionAfterError(false)
    .exitOverride();
}

const HELP_HELP = `
Examples:
  taskpack help translate
  taskpack help builder digest`;

/** Adds `taskpack help`, which accepts subcommands. Commander's own help command does not. */
function addHelp(program: Command): void {
  program
    .command('help')
    .description('print the help of a command')
    .argument('[command...]', 'the name of the command, with its subcommand')
    .addHelpText('after', HELP_HELP)
    .action((names: readonly string[]) => printHelp(program, names));
}

function printHelp(command: Command, [name, ...below]: readonly string[]): void {
  if (name === undefined) command.help();
  const named = command.commands.find((each) => each.name() === name);
  if (named !== undefined) printHelp(named, below);
  else if (command.commands.length === 0) command.error(`error: unknown command '${name}'`);
  // Reports the unknown command with a suggestion, as running it does.
  else command.parse([name], { from: 'user' });
}

const VERSION_HELP = `
Examples:
  taskpack version`;

/** Adds `taskpack version`. */
function addVersion(program: Command, terminal: Terminal): void {
  program
    .command('version')
    .description('print the version')
    .addHelpText('after', VERSION_HELP)
    .action(() => {
      terminal.output.write(`${VERSION}\n`);
    });
}

/** Runs a command line, given without the paths of Node and the program, and returns the exit code. */
export async function run(args: readonly string[], terminal: Terminal, name?: ProgramName): Promise<ExitCode> {
  try {
    await createProgram(terminal, name, args[0]).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander also throws after printing help or the version, with exit code 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof CommandFailure)) throw error;
    reportProblems(error.problems, terminal.errors);
    return error.exitCode;
  }
}
