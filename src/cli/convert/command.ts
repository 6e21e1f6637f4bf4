import { Option, type Command } from 'commander';
import { addFileOptions } from '../file-options.ts';
import type { Terminal } from '../terminal.ts';
import type { ConvertFlags } from './run.ts';

const HELP = `
taskpack stores kpack's objects in v1alpha2. The API server refuses a v1alpha1 Image or Build with a field that v1alpha2 has in
another place: serviceAccount, cacheSize, cacheName and bindings. The command changes the version and moves these fields in the files.
Comments, the order of keys and all other text stay. It writes no file unless it can convert all of them. It cannot convert
bindings, because v1alpha2 accepts them only from kpack's own controller, or notary, which v1alpha2 refuses. The error says what to
write. A warning names each patch of Kustomize that changes or selects v1alpha1, because the command does not convert it.

The command prints each object that it converts. With "-f -" it prints the converted text to standard output instead.

Examples:
  taskpack convert -f image.yaml
  taskpack convert -R -f deploy --check`;

/** Adds `taskpack convert`. */
export function addConvert(program: Command, terminal: Terminal): void {
  const command = program.command('convert').description("rewrite files with kpack's v1alpha1 objects in v1alpha2");
  addFileOptions(command)
    .addOption(new Option('--check', 'write nothing; exit with 1 if a file has such an object'))
    .addHelpText('after', HELP)
    .action(async (flags: ConvertFlags) => (await import('./run.ts')).runConvert(flags, terminal));
}
