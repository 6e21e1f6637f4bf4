import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import type { Severity } from '../model/problem.ts';

const COLOURS = { error: 'red', warning: 'yellow', note: 'cyan' } as const satisfies Record<Severity, string>;

/** `error:` and so on, coloured where the stream is a terminal and NO_COLOR is not set. */
export function severityLabel(severity: Severity, stream: Writable): string {
  // One format and not several: given a list, Node 20 colours whatever the stream is.
  return styleText(COLOURS[severity], `${severity}:`, { stream });
}
