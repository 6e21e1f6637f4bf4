import { Argument, InvalidArgumentError, Option, type Command } from 'commander';
import type { Terminal } from '../terminal.ts';
import { imageValue, repeatedValue } from '../translate/option-values.ts';
import type { InspectFlags } from './flags.ts';

const HELP = `
Credentials are those of docker: "config.json" in $DOCKER_CONFIG, or in ~/.docker, with its helpers. HTTPS_PROXY,
HTTP_PROXY and NO_PROXY are heeded.

Examples:
  taskpack inspect paketobuildpacks/builder-jammy-base > facts.yaml
  taskpack translate -f build.yaml -f facts.yaml`;

/** `taskpack inspect` */
export function addInspect(program: Command, terminal: Terminal): void {
  program
    .command('inspect')
    .description('ask registries what images are, and print it as ImageFacts')
    .addArgument(
      new Argument('<image...>', 'a builder, run image, build image, buildpackage or lifecycle').argParser(imagesValue),
    )
    .addOption(
      new Option('--platform <os/arch[/variant]>', 'which image of a multi-platform one')
        .argParser(platformValue)
        .default({ os: 'linux', architecture: 'amd64' }, 'linux/amd64'),
    )
    .addOption(
      new Option('--insecure-registry <host>', 'registry that may be asked without TLS; may be repeated').argParser(
        repeatedValue,
      ),
    )
    .addOption(new Option('--ca-file <path>', 'certificates, in PEM, to trust beside the well-known ones'))
    .addOption(new Option('-o, --output <format>', 'how to print').choices(['yaml', 'json']).default('yaml'))
    .addHelpText('after', HELP)
    .action(async (images: readonly string[], flags: InspectFlags) => {
      const { runInspect } = await import('./run.ts');
      await runInspect(images, flags, terminal);
    });
}

function imagesValue(text: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), imageValue(text)];
}

function platformValue(text: string): InspectFlags['platform'] {
  const [os = '', architecture = '', variant, ...rest] = text.split('/');
  if (os === '' || architecture === '' || variant === '' || rest.length > 0) {
    throw new InvalidArgumentError('It must be OS/ARCHITECTURE or OS/ARCHITECTURE/VARIANT, as linux/arm64/v8.');
  }
  return { os, architecture, ...(variant !== undefined && { variant }) };
}
