import { Option, type Command } from 'commander';
import { buildNumberOption, buildOrImageArgument, namespaceOption, type NamedObject } from '../object-names.ts';
import {
  addClusterOptions,
  addRegistryOptions,
  REGISTRY_HELP,
  REGISTRY_OPTIONS,
  RepeatableOption,
} from '../options.ts';
import type { Terminal } from '../terminal.ts';
import type { WhyFlags } from './run.ts';

const HELP = `
The object is a Build or an Image (image/NAME, or a name that no Build has). An Image stands for its last Build; -b selects
another one by its number. The command shows:
  - what caused the Build: each change, with the configuration as a diff
  - the commits with their subjects, if a clone of the source is at hand: the current directory if one of its remotes is the
    repository of the Build, or the directory of --source
  - how the image differs from the last image before it: buildpacks, run image and lifecycle, the layers by size, new or
    reused, and the packages that were added, removed or updated

The command compares with the last earlier Build of the Image that has an image. If that Build is deleted, the command
compares with the image that the Build itself names as the previous one. The output says which. Layers are equal if their
content is equal (diff id). The packages are those in the software bills of materials of the images.

The command reads Builds with your kubeconfig, images from the registry, and commits with the git program, which contacts no
server. It lists what it could not read, and exits with 0 if it finds the Build. json and yaml print the view of the changes
(docs/reference/views.md).

--from reads Builds from files, and needs no cluster. --offline reads no image: the command then compares the buildpacks, the
run image and the lifecycle, which the statuses of the Builds have.
${REGISTRY_HELP}

Examples:
  taskpack why shop
  taskpack why shop-build-10 -n team --source ~/src/shop
  taskpack why image/shop -b 9 -o json
  kubectl get builds -o json | taskpack why shop-build-10 --from - --offline`;

const CLUSTER_OPTIONS = ['namespace', 'kubeconfig', 'context', 'build'];

/** Adds `taskpack why`. */
export function addWhy(program: Command, terminal: Terminal): void {
  const command = program
    .command('why')
    .description('show why a Build ran, and what it changed in the image')
    .addArgument(buildOrImageArgument('a Build or an Image'))
    .addOption(namespaceOption('the object'))
    .addOption(buildNumberOption())
    .addOption(
      new RepeatableOption('--from <file>', 'file with Builds, or - for standard input').conflicts(CLUSTER_OPTIONS),
    )
    .addOption(new Option('--source <directory>', 'clone of the source, for the subjects of commits'))
    .addOption(new Option('--offline', 'connect to no registry').conflicts(REGISTRY_OPTIONS))
    .addOption(new Option('-o, --output <format>', 'output format').choices(['text', 'json', 'yaml']).default('text'));
  addRegistryOptions(addClusterOptions(command))
    .addHelpText('after', HELP)
    .action(async (object: NamedObject | undefined, flags: WhyFlags) =>
      (await import('./run.ts')).runWhy(object, flags, terminal),
    );
}
