import { Option, type Command } from 'commander';
import { namespaceValue, repeatedValue } from '../translate/option-values.ts';

/** Which builders of which files: of every command about builders. */
export function addBuilderOptions(command: Command): Command {
  return command
    .addOption(
      new Option('-f, --filename <path>', 'file or directory to read, or - for standard input; may be repeated')
        .argParser(repeatedValue)
        .makeOptionMandatory(),
    )
    .addOption(new Option('-R, --recursive', 'read the directories below a directory too'))
    .addOption(new Option('-n, --namespace <name>', 'namespace of documents that name none').argParser(namespaceValue))
    .addOption(
      new Option('--builder <name>', 'NAME or KIND/NAME of a Builder or ClusterBuilder; otherwise all of them'),
    );
}
