import { InvalidArgumentError, Option, type Command } from 'commander';
import { REGISTRY_HELP, addRegistryOptions, imageValue, platformOption, repeatedValue } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import type { TasksFlags } from './run.ts';

const TASKS_HELP = `
Without a builder, the command prints the Task of tasks/buildpacks: a parameter names the builder, and the podTemplate of
each run names the builder's user. With a builder, the Task contains the builder by digest, its user, its Platform API and
its run image. They come from ImageFacts in the input, or else from a registry.

If the builder is a multi-platform image, the Task contains the digest of its index and the facts of its linux/amd64
image. With --platform, the Task contains the digest and facts of that platform's image, and runs only on its nodes.

STEPS_IMAGE and MAXIMUM_PLATFORM_API_VERSION set the default of --steps-image and the highest Platform API. The command
warns of LIFECYCLE_IMAGES and REQUIRE_TRUSTED_LIFECYCLE, which do not apply to Tasks: a Task trusts its builder.
${REGISTRY_HELP}

Examples:
  taskpack tasks | kubectl apply -f -
  taskpack tasks --builder paketobuildpacks/builder-jammy-base --name build-with-paketo | kubectl apply -f -
  kubectl get clusterbuilder base -o yaml | taskpack tasks -f - -o tasks/`;

/** Adds `taskpack tasks`. */
export function addTasks(program: Command, terminal: Terminal): void {
  const command = program
    .command('tasks')
    .description('print a Tekton Task that builds with buildpacks, for Pipelines')
    .addOption(new Option('--builder <image>', 'builder of the Task').argParser(imageValue))
    .addOption(
      new Option(
        '-f, --filename <path>',
        'file or directory with the Builder or ClusterBuilder of the Task, or ImageFacts; - for standard input; may be repeated',
      ).argParser(repeatedValue),
    )
    .addOption(new Option('-R, --recursive', 'also read subdirectories'))
    .addOption(new Option('--name <name>', 'name of the Task').argParser(taskNameValue).default('buildpacks'))
    .addOption(
      new Option('--steps-image <image>', "default image of taskpack's steps, which a run can replace").argParser(
        imageValue,
      ),
    )
    .addOption(platformOption());
  addRegistryOptions(command)
    .addOption(
      new Option('-o, --output <where>', 'yaml, json, or a directory in which to write NAME/NAME.yaml').default('yaml'),
    )
    .addOption(
      new Option(
        '--bundle <image>',
        'push the Task as a Tekton Bundle to this tag instead, and print the reference',
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

/** Returns the name of a Task: a Kubernetes object name of at most 63 characters (tektoncd/pipeline, validate/metadata.go). */
function taskNameValue(text: string): string {
  if (text.length > 63 || !/^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/.test(text)) {
    throw new InvalidArgumentError('It must have at most 63 lower-case letters, digits, hyphens and dots.');
  }
  return text;
}
