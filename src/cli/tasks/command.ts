import { InvalidArgumentError, Option, type Command } from 'commander';
import { addRegistryOptions, REGISTRY_HELP } from '../registry/options.ts';
import { platformOption } from '../registry/platform-option.ts';
import type { Terminal } from '../terminal.ts';
import { imageValue, repeatedValue } from '../translate/option-values.ts';
import type { TasksFlags } from './flags.ts';

const TASKS_HELP = `
Without a builder, the Task is the one of tasks/buildpacks: a parameter names the builder, and the podTemplate of every
run names its user. With one, the Task has the builder by digest, its user, its Platform API and its run image; registries
are asked for them where no ImageFacts are given. Of a multi-platform builder, the digest is that of its index, and the
rest is what the image for linux/amd64 says; with --platform, all of it is of that image, which runs on such nodes alone.
STEPS_IMAGE and MAXIMUM_PLATFORM_API_VERSION are read.
${REGISTRY_HELP}

Examples:
  taskpack tasks | kubectl apply -f -
  taskpack tasks --builder paketobuildpacks/builder-jammy-base --name build-with-paketo | kubectl apply -f -
  kubectl get clusterbuilder base -o yaml | taskpack tasks -f - -o tasks/`;

/** `taskpack tasks` */
export function addTasks(program: Command, terminal: Terminal): void {
  const command = program
    .command('tasks')
    .description('print a Tekton Task that builds with buildpacks, for Pipelines')
    .addOption(new Option('--builder <image>', 'the builder that the Task is made for').argParser(imageValue))
    .addOption(
      new Option(
        '-f, --filename <path>',
        'file or directory with a Builder or ClusterBuilder that the Task is made for, or with ImageFacts, or - for standard input; may be repeated',
      ).argParser(repeatedValue),
    )
    .addOption(new Option('-R, --recursive', 'read the directories below a directory too'))
    .addOption(new Option('--name <name>', 'name of the Task').argParser(taskNameValue).default('buildpacks'))
    .addOption(
      new Option('--steps-image <image>', "image of taskpack's own steps, unless a run names one").argParser(
        imageValue,
      ),
    )
    .addOption(platformOption());
  addRegistryOptions(command)
    .addOption(
      new Option('-o, --output <where>', 'yaml, json, or a directory that gets a folder with the Task').default('yaml'),
    )
    .addOption(
      new Option(
        '--bundle <image>',
        'push the Task as a Tekton Bundle to this tag instead, and print its reference',
      ).argParser(imageValue),
    )
    .addHelpText('after', TASKS_HELP)
    .action(async (flags: TasksFlags) => {
      const { interpretSchemas } = await import('../interpret-schemas.ts');
      interpretSchemas();
      const { runTasks } = await import('./run.ts');
      await runTasks(flags, terminal);
    });
}

/** Tekton's names are those of Kubernetes' objects, and at most 63 characters (tektoncd/pipeline, validate/metadata.go). */
function taskNameValue(text: string): string {
  if (text.length > 63 || !/^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/.test(text)) {
    throw new InvalidArgumentError('It must be at most 63 lower-case letters, digits, hyphens and dots.');
  }
  return text;
}
