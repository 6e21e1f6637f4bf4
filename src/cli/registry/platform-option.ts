import { InvalidArgumentError, Option } from 'commander';
import type { Platform } from '../../registry/client/platform.ts';

/** What builds run on where nothing says otherwise. */
export const DEFAULT_PLATFORM: Platform = { os: 'linux', architecture: 'amd64' };

/** `--platform`, of commands that let the user choose. No default: to choose is to mean no other image of the index. */
export function platformOption(): Option {
  const description =
    'take this image alone of a multi-platform one (default: what linux/amd64 says, to be run on any)';
  return new Option('--platform <os/arch[/variant]>', description).argParser(platformValue);
}

function platformValue(text: string): Platform {
  const [os = '', architecture = '', variant, ...rest] = text.split('/');
  if (os === '' || architecture === '' || variant === '' || rest.length > 0) {
    throw new InvalidArgumentError('It must be OS/ARCHITECTURE or OS/ARCHITECTURE/VARIANT, as linux/arm64/v8.');
  }
  return { os, architecture, ...(variant !== undefined && { variant }) };
}
