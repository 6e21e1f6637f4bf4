import { PrepareError } from './prepare-error.ts';
import { splitArguments } from './task/split-arguments.ts';

/** What prepare's arguments ask for. */
export type Command = { readonly kind: 'help' } | RunCommand;

/**
 * `task`: the arguments hold a Task's parameters, of which the document of inputs is made first; `source`: those of the Task
 * that fetches alone.
 */
export type RunCommand =
  | { readonly kind: 'prepare'; readonly inputsFile: string }
  | { readonly kind: 'task' | 'source'; readonly inputsFile: string; readonly args: readonly string[] };

const DEFAULT_INPUTS = '/var/build-inputs/inputs.json';

export const USAGE = `Usage: prepare [-inputs=FILE]
       prepare -task=build|rebase -inputs=FILE -image=TAG -builder=IMAGE … -- [NAME=value…]
       prepare -task=source -output=DIRECTORY -url=REPOSITORY|-archive=URL|-image=IMAGE …

Checks access to the registries, fetches a build's source and lays out what the
lifecycle wants to find. It is the first step of a build; FILE says which.

  -inputs=FILE  the document of inputs (default: ${DEFAULT_INPUTS})
  -task=…       write the document first, of what the parameters of a Tekton Task
                say in the other arguments: \`taskpack tasks\` prints such a Task

Environment:
  SSL_CERT_FILE  certificates in PEM that are trusted beside the well-known ones
  HTTP_PROXY, HTTPS_PROXY, NO_PROXY
  SOURCE_MAX_BYTES, SOURCE_MAX_ENTRIES
                 what the source of a Task may have at most
`;

/** Reads the arguments. Throws `InputsUnusable`. */
export function readArguments(args: readonly string[]): Command {
  const { options } = splitArguments(args);
  if (options.includes('--help') || options.includes('-help')) return { kind: 'help' };
  const [task] = options.flatMap((arg) => /^--?task=(.*)$/s.exec(arg)?.[1] ?? []);
  if (task !== undefined) return { kind: task === 'source' ? 'source' : 'task', inputsFile: DEFAULT_INPUTS, args };
  const files = args.flatMap((arg) => /^--?inputs=(.+)$/s.exec(arg)?.[1] ?? []);
  if (files.length !== args.length || files.length > 1) {
    throw new PrepareError('InputsUnusable', 'prepare takes -inputs=FILE alone; prepare --help says more');
  }
  return { kind: 'prepare', inputsFile: files[0] ?? DEFAULT_INPUTS };
}
