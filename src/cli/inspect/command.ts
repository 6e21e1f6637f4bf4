import { Argument, Option, type Command } from 'commander';
import { addRegistryOptions, REGISTRY_HELP } from '../registry/options.ts';
import { platformOption } from '../registry/platform-option.ts';
import type { Terminal } from '../terminal.ts';
import { imageValue } from '../translate/option-values.ts';
import type { InspectFlags } from './flags.ts';

const EXAMPLES = `
Examples:
  taskpack inspect paketobuildpacks/builder-jammy-base > facts.yaml
  taskpack translate -f build.yaml -f facts.yaml`;

/** `taskpack inspect` */
export function addInspect(program: Command, terminal: Terminal): void {
  const command = program
    .command('inspect')
    .description('ask registries what images are, and print it as ImageFacts')
    .addArgument(
      new Argument('<image...>', 'a builder, run image, build image, buildpackage or lifecycle').argParser(imagesValue),
    )
    .addOption(platformOption());
  addRegistryOptions(command)
    .addOption(new Option('-o, --output <format>', 'how to print').choices(['yaml', 'json']).default('yaml'))
    .addHelpText('after', REGISTRY_HELP)
    .addHelpText('after', EXAMPLES)
    .action(async (images: readonly string[], flags: InspectFlags) => {
      const { runInspect } = await import('./run.ts');
      await runInspect(images, flags, terminal);
    });
}

function imagesValue(text: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), imageValue(text)];
}
