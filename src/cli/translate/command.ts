import { Option, type Command } from 'commander';
import { SPOKEN_PLATFORM_APIS } from '../../model/platform-api.ts';
import { addRegistryOptions } from '../registry/options.ts';
import type { Terminal } from '../terminal.ts';
import type { TranslateFlags } from './flags.ts';
import { TRANSLATE_HELP } from './help.ts';
import { imageValue, namespaceValue, repeatedValue, secondsValue } from './option-values.ts';

/** `taskpack translate` */
export function addTranslate(program: Command, terminal: Terminal): void {
  const command = program
    .command('translate')
    .description('turn Builds into TaskRuns or Pods, and old Tekton Tasks into v1');
  for (const option of inputOptions()) command.addOption(option);
  addRegistryOptions(command);
  for (const option of [...workloadOptions(), ...outputOptions()]) command.addOption(option);
  command.addHelpText('after', TRANSLATE_HELP).action(async (flags: TranslateFlags) => {
    const { interpretSchemas } = await import('../interpret-schemas.ts');
    interpretSchemas();
    const { runTranslate } = await import('./run.ts');
    await runTranslate(flags, terminal);
  });
}

function inputOptions(): readonly Option[] {
  return [
    new Option('-f, --filename <path>', 'file or directory to read, or - for standard input; may be repeated')
      .argParser(repeatedValue)
      .makeOptionMandatory(),
    new Option('-R, --recursive', 'read the directories below a directory too'),
    new Option('-n, --namespace <name>', 'namespace of documents that name none').argParser(namespaceValue),
    new Option('--now <seconds>', 'time since 1970 that stands for the creation time of Builds that have none')
      .env('SOURCE_DATE_EPOCH')
      .argParser(secondsValue),
    new Option('--strict', 'treat warnings as errors'),
    new Option('--offline', 'ask no registry: facts of images come from the files alone'),
  ];
}

function workloadOptions(): readonly Option[] {
  return [
    new Option('--to <workload>', 'what to make of a Build').choices(['taskrun', 'pod']).default('taskrun'),
    new Option('--layout <layout>', "a Pod's phases as init containers or as regular ones").choices([
      'init',
      'containers',
    ]),
    new Option('--sidecar <when>', 'whether a TaskRun declares the sidecar that makes Tekton stop injected ones')
      .choices(['auto', 'always', 'never'])
      .default('auto'),
    new Option('--no-sidecars', 'no sidecars are injected: Pods need not wait for them'),
    new Option('--platform-api <version>', 'highest CNB Platform API to speak').choices(
      SPOKEN_PLATFORM_APIS.toReversed(),
    ),
    new Option('--steps-image <image>', "image of taskpack's own steps").argParser(imageValue),
    new Option('--entrypoint-image <image>', 'image of the waiter and of the sidecar').argParser(imageValue),
  ];
}

function outputOptions(): readonly Option[] {
  return [new Option('-o, --output <format>', 'how to print').choices(['yaml', 'json', 'name']).default('yaml')];
}
