import { asksForHelp, firstValue, parseFlags } from '../flags.ts';
import { PrepareError } from '../../core/model/step-failures/step-error.ts';

type Command = { readonly kind: 'help' } | RunCommand;

/**
 * A command of prepare. For `task` and `source`, the arguments are the parameters of a Tekton Task: `task` first writes the
 * inputs document from them, `source` only fetches a source, and `volumes` only sets the group of directories.
 */
export type RunCommand =
  | { readonly kind: 'prepare'; readonly inputsFile: string }
  | { readonly kind: 'task' | 'source' | 'volumes'; readonly inputsFile: string; readonly args: readonly string[] };

const DEFAULT_INPUTS = '/var/build-inputs/inputs.json';

export const USAGE = `Usage: prepare [-inputs=FILE]
       prepare -task=build|rebase -inputs=FILE -image=TAG -builder=IMAGE … -- [NAME=value…]
       prepare -task=source -output=DIRECTORY -url=REPOSITORY|-archive=URL|-image=IMAGE …
       prepare -task=volumes -- DIRECTORY …

Checks registry access, fetches the source and writes the files that the
lifecycle reads. It is the first step of a build.

  -inputs=FILE  the inputs of the Build as JSON (default: ${DEFAULT_INPUTS})
  -task=…       run as a step of a Tekton Task and take the inputs from the other
                arguments; \`taskpack tasks\` prints such Tasks

Environment:
  SSL_CERT_FILE, SSL_CERT_DIR
                 PEM file, and directories with .crt and .pem files: certificates to trust in addition to the system's
  HTTP_PROXY, HTTPS_PROXY, NO_PROXY
  SOURCE_MAX_BYTES, SOURCE_MAX_ENTRIES
                 limits for the source of a Task
`;

/** Selects the command. The arguments of a Task are parsed later. Throws `InputsUnusable`. */
export function readArguments(args: readonly string[]): Command {
  if (asksForHelp(args)) return { kind: 'help' };
  const task = firstValue(args, 'task');
  if (task !== undefined)
    return { kind: task === 'source' || task === 'volumes' ? task : 'task', inputsFile: DEFAULT_INPUTS, args };
  const { values, operands } = parseFlags(args, ['inputs']);
  const [inputsFile = DEFAULT_INPUTS, ...others] = values('inputs');
  if (inputsFile === '' || others.length > 0 || operands.length > 0) {
    throw new PrepareError('InputsUnusable', 'prepare takes only -inputs=FILE; run prepare --help for its usage');
  }
  return { kind: 'prepare', inputsFile };
}
