import { Argument, Option, type Command } from 'commander';
import { refuseWithoutEffect, type Need } from '../no-effect.ts';
import {
  ACCOUNTS_HELP,
  REGISTRY_HELP,
  RepeatableOption,
  addRegistryOptions,
  imageValue,
  platformOption,
} from '../options.ts';
import type { Terminal } from '../terminal.ts';
import type { InspectFlags } from './run.ts';

const EXAMPLES = `
Examples:
  taskpack inspect paketobuildpacks/builder-jammy-base > facts.yaml
  taskpack translate -f build.yaml -f facts.yaml
  kubectl get serviceaccounts,secrets -o yaml > logins.yaml
  taskpack inspect registry.example.com/builder -f logins.yaml`;

const ENVIRONMENT_HELP = `
Environment variables:
  LIFECYCLE_IMAGES  images of the phases with registry credentials, for example 0.20.12=REPOSITORY@DIGEST;
                    with this variable, notes say which builders are trusted
  CREATOR_BUILDERS  builders whose Builds run in one container, so that they are trusted; only read with
                    LIFECYCLE_IMAGES`;

/** Adds `taskpack inspect`. */
export function addInspect(program: Command, terminal: Terminal): void {
  const command = program
    .command('inspect')
    .description('read images from registries and print their ImageFacts')
    .addArgument(
      new Argument(
        '<image...>',
        'a builder, run image, build image, buildpackage, lifecycle, or image of an old Tekton step',
      ).argParser(imagesValue),
    )
    .addOption(new RepeatableOption('-f, --filename <path>', FILES))
    .addOption(new Option('-R, --recursive', 'also read subdirectories'))
    .addOption(platformOption());
  refuseWithoutEffect(addRegistryOptions(command), NEEDS)
    .addOption(new Option('-o, --output <format>', 'output format').choices(['yaml', 'json']).default('yaml'))
    .addHelpText('after', ENVIRONMENT_HELP)
    .addHelpText('after', REGISTRY_HELP)
    .addHelpText('after', ACCOUNTS_HELP)
    .addHelpText('after', EXAMPLES)
    .action(async (images: readonly string[], flags: InspectFlags) => {
      if (flags.filename !== undefined) {
        const { interpretSchemas } = await import('../interpret-schemas.ts');
        interpretSchemas();
      }
      const { runInspect } = await import('./run.ts');
      await runInspect(images, flags, terminal);
    });
}

const FILES =
  'file or directory with ServiceAccounts and their Secrets; the command tries these logins first; - for standard input';

const NEEDS: readonly Need[] = [
  { options: ['recursive'], isMet: ({ filename }) => filename !== undefined, otherwise: 'without -f' },
];

function imagesValue(text: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), imageValue(text)];
}
