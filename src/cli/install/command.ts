import { InvalidArgumentError, Option, type Command } from 'commander';
import { parseImageReference } from '../../model/image-reference.ts';
import { addClusterOptions } from '../cluster/options.ts';
import type { Terminal } from '../terminal.ts';
import { imageValue } from '../translate/option-values.ts';
import type { InstallFlags } from './flags.ts';

const INSTALL_HELP = `
What is printed is config/ of this version, in apply order: namespace, rights, custom resources, settings, controller.
STEPS_IMAGE and ENTRYPOINT_IMAGE are read where no option names an image.

With --check, nothing is printed to be applied: a cluster is asked what kpack left in it that stands in the way, and each
finding comes with the command that removes it. The exit code is 1 then.

Examples:
  taskpack install --image-registry registry.example.com/taskpack | kubectl apply -f -
  taskpack install --check --context production`;

/** `taskpack install` */
export function addInstall(program: Command, terminal: Terminal): void {
  const command = program
    .command('install')
    .description('print what installs the controller')
    .addOption(
      new Option('--image-registry <place>', 'registry, or registry/path, that has both images').argParser(placeValue),
    )
    .addOption(
      new Option('--steps-image <image>', "image of taskpack's own steps and its controller").argParser(imageValue),
    )
    .addOption(new Option('--entrypoint-image <image>', 'image of the waiter and of the sidecar').argParser(imageValue))
    .addOption(new Option('-o, --output <format>', 'how to print').choices(['yaml', 'json']).default('yaml'))
    .addOption(new Option('--check', 'look for what kpack left in the cluster, and print nothing to be applied'));
  addClusterOptions(command)
    .addHelpText('after', INSTALL_HELP)
    .action(async (flags: InstallFlags) => {
      const { runInstall } = await import('./run.ts');
      await runInstall(flags, terminal);
    });
}

function placeValue(text: string): string {
  const place = text.replace(/\/$/, '');
  if (parseImageReference(`${place}/any:tag`) === undefined) {
    throw new InvalidArgumentError('It must be a registry, or a registry and a path.');
  }
  return place;
}
