import { Option, type Command } from 'commander';
import type { Terminal } from '../terminal.ts';
import { addTranslationOptions } from '../translate/command.ts';
import type { ExplainFlags } from './run.ts';

const HELP = `
For each part of the workload, the command prints its origins: the fields, settings and facts that the part depends on. The
command finds origins by experiment: it translates again with one input changed or removed, and compares the outputs. A value
that cannot change alone, such as the name of a Secret, is changed wherever it occurs. The command lists the inputs for which
the translation refuses every other value, because it cannot know what they influence.

A part without origins is the same for all inputs of the same shape. Entries of lists are named, such as
spec.taskSpec.steps[build].args[0]; --path also takes their position, and prints the parts below the path.

Without --path, the command also lists the Secrets of the workload: the containers that get each Secret, and the origins of the
Secret's name. With CNB_PLATFORM_API, the origins are the APIs of the builder's lifecycle and the setting that limits them.

Without --path, the command also shows which buildpacks are in which group and why, for each Builder and ClusterBuilder of the
input that the workloads use. It resolves the order as "taskpack resolve" does, from the Buildpacks, ClusterBuildpacks and
ClusterStores of the input, and never reads their images. If the input lacks one of them, the command says so and shows the order
in the builder's status. If a Build names a builder image, the command finds the builder by its tag or its latest image.

Examples:
  taskpack explain -f build.yaml -f facts.yaml --offline
  taskpack explain -f build.yaml -f facts.yaml --to pod -o json \\
    --path spec.initContainers[analyze].args`;

/** Adds `taskpack explain`. */
export function addExplain(program: Command, terminal: Terminal): void {
  const command = program
    .command('explain')
    .description('show which inputs determine each field of the generated objects');
  addTranslationOptions(command)
    .addOption(new Option('--path <field>', 'show only this field of the objects, and what is below it'))
    .addOption(new Option('-o, --output <format>', 'output format').choices(['text', 'json', 'yaml']).default('text'))
    .addHelpText('after', HELP)
    .action(async (flags: ExplainFlags) => (await import('./run.ts')).runExplain(flags, terminal));
}
