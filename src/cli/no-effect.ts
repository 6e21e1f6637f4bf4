import type { Command, OptionValues } from 'commander';

/** A condition under which options have an effect. */
export interface Need {
  /** The attribute names of the options. */
  readonly options: readonly string[];
  readonly isMet: (flags: OptionValues) => boolean;
  /** Says when the options have no effect, such as `without --check`. */
  readonly otherwise: string;
}

/** Makes a command fail if an option of its command line has no effect. */
export function refuseWithoutEffect(command: Command, needs: readonly Need[]): Command {
  return command.hook('preAction', (_, ran) => {
    for (const { options, isMet, otherwise } of needs) {
      const given = ran.options.find((option) => {
        const name = option.attributeName();
        return options.includes(name) && ran.getOptionValueSource(name) === 'cli';
      });
      if (given !== undefined && !isMet(ran.opts())) {
        ran.error(`error: ${noEffect(given.flags, otherwise)}`);
      }
    }
  });
}

/** Returns the message about an option without effect. */
export function noEffect(flags: string, otherwise: string): string {
  return `option '${flags}' has no effect ${otherwise}`;
}
