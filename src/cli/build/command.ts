import { InvalidArgumentError, Option, type Command } from 'commander';
import { EXEC_ENV_RULE, isExecEnv } from '../../core/model/exec-env.ts';
import { namespaceOption, ObjectArgument, objectName } from '../object-names.ts';
import { addClusterOptions, addRegistryOptions, imageValue, REGISTRY_HELP } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import { WAIT_HELP, waitOption } from '../wait/wait-option.ts';
import type { BuildFlags } from './run.ts';

const HELP = `
The command pushes the directory as an image to the repository of the Image's tag with the suffix "-source", as
"kp image save --local-path" does. Then it changes the Image's source to this image by digest, and the Image gets a Build. The
sub path of the Image's source stays.

The image contains all files of the directory, also those that .gitignore names, without owners and times. Symlinks stay
symlinks, and must not lead out of the directory. The image contains .git only with --include-git, because .git/config can
contain the token of a CI job. If nothing has changed since the last time, the Image gets no other Build.

With --exec-env, the command also sets the annotation taskpack.dev/exec-env of the Image, for this and later Builds. The builder needs
lifecycle 0.21 or newer. Containers of the image need the same value in CNB_EXEC_ENV.
${WAIT_HELP}
${REGISTRY_HELP}

Examples:
  taskpack build --local-path . app
  taskpack build --local-path ./shop shop -n team --wait
  taskpack build --local-path . app-test --exec-env test`;

/** Returns the name of an execution environment. */
function execEnvValue(text: string): string {
  if (isExecEnv(text)) return text;
  throw new InvalidArgumentError(`It ${EXEC_ENV_RULE}.`);
}

/** Adds `taskpack build`. */
export function addBuild(program: Command, terminal: Terminal): void {
  const command = program
    .command('build')
    .description('build a directory of this machine with an Image')
    .addArgument(new ObjectArgument('<image>', "the Image's name", 'images').argParser(objectName('Image')))
    .addOption(new Option('--local-path <path>', 'directory with the source').makeOptionMandatory())
    .addOption(
      new Option(
        '--local-path-destination-image <image>',
        "repository of the source (default: the Image's tag with -source)",
      ).argParser(imageValue),
    )
    .addOption(new Option('--include-git', 'push .git too, for buildpacks that read the history'))
    .addOption(
      new Option('--exec-env <name>', 'set the execution environment of the Image, such as test').argParser(
        execEnvValue,
      ),
    )
    .addOption(namespaceOption('the Image'))
    .addOption(waitOption());
  addRegistryOptions(addClusterOptions(command))
    .addHelpText('after', HELP)
    .action(async (image: string, flags: BuildFlags) => (await import('./run.ts')).runBuild(image, flags, terminal));
}
