import { InvalidArgumentError, Option } from 'commander';
import type { Platform } from '../../registry/client/platform.ts';

/** What builds run on where nothing says otherwise. */
export const DEFAULT_PLATFORM: Platform = { os: 'linux', architecture: 'amd64' };

/** `--platform`, of commands that let the user choose. */
export function platformOption(): Option {
  return new Option('--platform <os/arch[/variant]>', 'which image of a multi-platform one')
    .argParser(platformValue)
    .default(DEFAULT_PLATFORM, 'linux/amd64');
}

function platformValue(text: string): Platform {
  const [os = '', architecture = '', variant, ...rest] = text.split('/');
  if (os === '' || architecture === '' || variant === '' || rest.length > 0) {
    throw new InvalidArgumentError('It must be OS/ARCHITECTURE or OS/ARCHITECTURE/VARIANT, as linux/arm64/v8.');
  }
  return { os, architecture, ...(variant !== undefined && { variant }) };
}
