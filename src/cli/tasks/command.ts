import { InvalidArgumentError, Option, type Command } from 'commander';
import { addOptionalFileOptions } from '../file-options.ts';
import { refuseWithoutEffect, type Need } from '../no-effect.ts';
import {
  ACCOUNTS_HELP,
  REGISTRY_HELP,
  REGISTRY_OPTIONS,
  addRegistryOptions,
  imageValue,
  platformOption,
} from '../options.ts';
import type { Terminal } from '../terminal.ts';
import type { TasksFlags } from './run.ts';

const TASKS_HELP = `
Without a builder, the command prints the Task of tasks/buildpacks: a parameter names the builder, and the podTemplate of
each run names the builder's user. With a builder, the Task contains the builder by digest, its user, its Platform API and
its run image. They come from ImageFacts in the input, or else from a registry.

If the builder is a multi-platform image, the Task contains the digest of its index and the facts of its linux/amd64
image. With --platform, the Task contains the digest and facts of that platform's image, and runs only on its nodes.

Layers record the set-group-ID bit, which the kubelet sets on the volumes of runs with an fsGroup, as Builds have. Without an
fsGroup, the image gets another digest than from a Build. With --root-step, the first step sets the bit. It runs as root
without capabilities, so the namespace must permit the Pod Security level baseline.

STEPS_IMAGE and MAXIMUM_PLATFORM_API_VERSION set the default of --steps-image and the highest Platform API. The command
warns of LIFECYCLE_IMAGES and REQUIRE_TRUSTED_LIFECYCLE, which do not apply to Tasks: a Task trusts its builder.
${REGISTRY_HELP}
${ACCOUNTS_HELP}

Examples:
  taskpack tasks --all | kubectl apply -f -
  taskpack tasks --builder paketobuildpacks/builder-jammy-base --name paketo |
    kubectl apply -f -
  kubectl get clusterbuilder base -o yaml | taskpack tasks -f - -o tasks/`;

/** Adds `taskpack tasks`. */
export function addTasks(program: Command, terminal: Terminal): void {
  const command = program
    .command('tasks')
    .description('print Tekton Tasks that build with buildpacks, for Pipelines')
    .addOption(new Option('--builder <image>', 'builder of the Task').argParser(imageValue));
  addOptionalFileOptions(command, FILES)
    .addOption(new Option('--name <name>', 'name of the Task').argParser(taskNameValue).default('buildpacks'))
    .addOption(
      new Option('--steps-image <image>', "default image of taskpack's steps, which a run can replace").argParser(
        imageValue,
      ),
    )
    .addOption(
      new Option(
        '--root-step',
        'add a first step that runs as root, so that runs without fsGroup give the digest of a Build',
      ),
    )
    .addOption(new Option('--all', 'also print the Tasks buildpacks-rebase and buildpacks-source'))
    .addOption(platformOption());
  refuseWithoutEffect(addRegistryOptions(command), NEEDS)
    .addOption(
      new Option('-o, --output <where>', 'yaml, json, or a directory in which to write NAME/NAME.yaml')
        .argParser(outputValue)
        .default('yaml'),
    )
    .addOption(
      new Option('--bundle <image>', 'push the output as a Tekton Bundle to this tag instead, and print the reference')
        .argParser(imageValue)
        .conflicts('output'),
    )
    .addHelpText('after', TASKS_HELP)
    .action(async (flags: TasksFlags) => {
      const { interpretSchemas } = await import('../interpret-schemas.ts');
      interpretSchemas();
      const { runTasks } = await import('./run.ts');
      await runTasks(flags, terminal);
    });
}

const FILES = 'file or directory with the Builder or ClusterBuilder of the Task, or ImageFacts; - for standard input';

const NEEDS: readonly Need[] = [
  { options: ['recursive'], isMet: ({ filename }) => filename !== undefined, otherwise: 'without -f' },
  {
    options: ['platform', 'rootStep'],
    isMet: ({ builder, filename }) => (builder ?? filename) !== undefined,
    otherwise: 'without --builder or -f',
  },
  {
    options: REGISTRY_OPTIONS,
    isMet: ({ builder, filename, bundle }) => (builder ?? filename ?? bundle) !== undefined,
    otherwise: 'without --builder, -f or --bundle',
  },
];

/** Formats of kubectl. A directory of such a name is a mistake more often than not. */
const KUBECTL_FORMAT =
  /^(?:ya?ml|json|name|wide|table|custom-columns(?:-file)?|go-template(?:-file)?|template(?:file)?|jsonpath(?:-as-json|-file)?)(?:=|$)/i;

/** Returns `yaml`, `json` or a directory. */
function outputValue(text: string): string {
  if (text === 'yaml' || text === 'json') return text;
  if (/\.(?:ya?ml|json)$/i.test(text)) {
    throw new InvalidArgumentError(`It must be yaml, json or a directory. To write a file, use: > ${text}`);
  }
  if (text !== '' && !KUBECTL_FORMAT.test(text)) return text;
  throw new InvalidArgumentError(
    `It must be yaml, json or a directory.${text === '' ? '' : ` Write ./${text} for a directory of this name.`}`,
  );
}

/** Returns the name of a Task: a Kubernetes object name of at most 63 characters (tektoncd/pipeline, validate/metadata.go). */
function taskNameValue(text: string): string {
  if (text.length > 63 || !/^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/.test(text)) {
    throw new InvalidArgumentError('It must have at most 63 lower-case letters, digits, hyphens and dots.');
  }
  return text;
}
