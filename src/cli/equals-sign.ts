import type { Command, Option } from 'commander';

/**
 * Makes short options take their value after an equals sign too, as kubectl's do: `-f=build.yaml`. Commander takes the sign
 * as a part of the value. None of these values begins with the sign.
 */
export function takeEqualsSign(command: Command): void {
  for (const option of command.options) if (option.short !== undefined && option.required) dropSign(option);
  for (const below of command.commands) takeEqualsSign(below);
}

function dropSign(option: Option): void {
  const { parseArg } = option;
  option.argParser((text, previous: unknown) => {
    const value = text.replace(/^=/, '');
    return parseArg === undefined ? value : parseArg(value, previous);
  });
}
