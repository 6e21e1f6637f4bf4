import { InvalidArgumentError, Option, type Command } from 'commander';
import { readImageReference } from '../../core/model/image-reference.ts';
import { refuseWithoutEffect, type Need } from '../no-effect.ts';
import { addClusterOptions, imageValue } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import type { InstallFlags } from './run.ts';

const INSTALL_HELP = `
The command prints the manifests of config/ in apply order: namespace, RBAC, custom resources, settings, controller.
STEPS_IMAGE and ENTRYPOINT_IMAGE name the images that no option names.

With --check, the command prints no manifests. It searches a cluster for objects of kpack that conflict with the
controller, prints the command that removes each of them, and exits with 1 if it found any. It also counts the Images,
Builds, SourceResolvers and cache claims in the cluster, and prints what will happen to them.

Examples:
  taskpack install --image-registry registry.example.com/tp | kubectl apply -f -
  taskpack install --check --context production`;

/** Adds `taskpack install`. */
export function addInstall(program: Command, terminal: Terminal): void {
  const command = program
    .command('install')
    .description('print the manifests that install the controller')
    .addOption(new Option('--image-registry <place>', 'REGISTRY or REGISTRY/PATH of both images').argParser(placeValue))
    .addOption(new Option('--steps-image <image>', "image of taskpack's steps and controller").argParser(imageValue))
    .addOption(
      new Option('--entrypoint-image <image>', 'image of the waiter and the dummy sidecar').argParser(imageValue),
    )
    .addOption(new Option('-o, --output <format>', 'output format').choices(['yaml', 'json']).default('yaml'))
    .addOption(new Option('--check', 'search a cluster for conflicts with kpack instead'));
  refuseWithoutEffect(addClusterOptions(command), NEEDS)
    .addHelpText('after', INSTALL_HELP)
    .action(async (flags: InstallFlags) => (await import('./run.ts')).runInstall(flags, terminal));
}

const NEEDS: readonly Need[] = [
  {
    options: ['imageRegistry', 'stepsImage', 'entrypointImage', 'output'],
    isMet: ({ check }) => check === undefined,
    otherwise: 'with --check',
  },
  { options: ['kubeconfig', 'context'], isMet: ({ check }) => check === true, otherwise: 'without --check' },
  {
    options: ['imageRegistry'],
    isMet: ({ stepsImage, entrypointImage }) => stepsImage === undefined || entrypointImage === undefined,
    otherwise: 'with both --steps-image and --entrypoint-image',
  },
];

function placeValue(text: string): string {
  const place = text.replace(/\/$/, '');
  const reading = readImageReference(`${place}/any:tag`);
  if ('fault' in reading) {
    throw new InvalidArgumentError(`It must be a registry, or a registry and a path: ${reading.fault}.`);
  }
  return place;
}
