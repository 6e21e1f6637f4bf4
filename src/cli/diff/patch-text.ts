import type { Writable } from 'node:stream';
import { styleText } from 'node:util';

/** Returns a patch, in the colours of git if the stream is a terminal and NO_COLOR is not set. */
export function patchText(patch: string, stream: Writable): string {
  return patch.replaceAll(/^.+$/gm, (line) => {
    const colour = colourOf(line);
    return colour === undefined ? line : styleText(colour, line, { stream });
  });
}

function colourOf(line: string): 'bold' | 'cyan' | 'green' | 'red' | undefined {
  if (/^(?:---|\+\+\+) /.test(line)) return 'bold';
  if (line.startsWith('@@')) return 'cyan';
  if (line.startsWith('+')) return 'green';
  return line.startsWith('-') ? 'red' : undefined;
}
