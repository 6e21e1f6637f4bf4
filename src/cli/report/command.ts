import { Option, type Command } from 'commander';
import { namespaceOption, ObjectArgument, objectName } from '../object-names.ts';
import {
  addClusterOptions,
  addRegistryOptions,
  REGISTRY_HELP,
  REGISTRY_OPTIONS,
  RepeatableOption,
} from '../options.ts';
import type { Terminal } from '../terminal.ts';
import type { ReportFlags } from './run.ts';

const HELP = `
The page is one HTML file that requests nothing. Keep it with the artifacts of a pipeline, or send it. It shows:
  - if the Build failed: what happened, who can act and what to try
  - the time of each phase and of each wait
  - the inputs, and the order of the builder: which buildpacks were chosen, and why
  - the layers of the image by size, new or reused, and the packages in its software bill of materials
  - the log, with a search

The command reads the Build, its Pod and log, its builder, and the image and the previous image from the registry. The page
lists what the command could not read. The command masks the Secrets that "taskpack logs" masks, the values of variables whose
names suggest a secret, and the logins in URLs of the other values.

--from reads the Build and, if the files have them, its Pod and its builder from files, and needs no cluster. --log adds the
output of "taskpack logs". --offline reads no image.
${REGISTRY_HELP}

Examples:
  taskpack report shop-build-3 -o build.html
  taskpack report --from build.json --log build.log --offline -o build.html
  kubectl get build/shop-build-3 clusterbuilder/base -o json |
    taskpack report --from - --offline > build.html`;

const CLUSTER_OPTIONS = ['namespace', 'kubeconfig', 'context'];

/** Adds `taskpack report`. */
export function addReport(program: Command, terminal: Terminal): void {
  const command = program
    .command('report')
    .description('write an HTML page about a Build: what happened, how long it took, what is in the image')
    .addArgument(
      new ObjectArgument('[build]', "the Build's name, unless --from is given", 'builds').argParser(
        objectName('Build'),
      ),
    )
    .addOption(namespaceOption('the Build'))
    .addOption(new Option('-o, --output <file>', 'the file of the page, or - for standard output').default('-'))
    .addOption(
      new RepeatableOption(
        '--from <file>',
        'file with the Build and what belongs to it, or - for standard input',
      ).conflicts(CLUSTER_OPTIONS),
    )
    .addOption(new Option('--log <file>', 'with --from: file with the output of "taskpack logs"'))
    .addOption(new Option('--offline', 'connect to no registry').conflicts(REGISTRY_OPTIONS));
  addRegistryOptions(addClusterOptions(command))
    .addHelpText('after', HELP)
    .action(async (build: string | undefined, flags: ReportFlags) =>
      (await import('./run.ts')).runReport(build, flags, terminal),
    );
}
