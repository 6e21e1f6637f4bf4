import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import type { LogEnd, LogEntry } from '../../logs/build-log.ts';
import { HEADING_MARK, terminalLine } from '../../logs/log-text.ts';
import { lineMasks, type LineMask } from '../../mask/line-mask.ts';
import { fieldWarning } from '../../model/problem.ts';
import { reportProblems } from '../report.ts';
import type { Terminal } from '../terminal.ts';
import { isWritten } from '../write-texts.ts';

export interface LogStyle {
  readonly hasTimes: boolean;
  /** Makes a mask for each log, when that begins: only then is known what its pod may see. */
  readonly mask: () => Promise<LineMask>;
}

/** How printing a log has ended. */
export type Printed =
  | { readonly kind: 'to-the-end'; readonly end: LogEnd; readonly isWhole: boolean }
  /** Nobody reads our output any more. */
  | { readonly kind: 'unread' };

/** Prints a Build's log as it comes. */
export async function printLog(
  entries: AsyncGenerator<LogEntry, LogEnd>,
  { output, errors }: Terminal,
  { hasTimes, mask }: LogStyle,
): Promise<Printed> {
  const shown = isTerminal(output) ? terminalLine : (line: string): string => line;
  let masked = lineMasks([])();
  let isWhole = true;
  for (;;) {
    const next = await entries.next();
    if (next.done === true) return { kind: 'to-the-end', end: next.value, isWhole };
    const text = await textOf(next.value);
    if (text !== undefined && !(await isWritten(output, text))) {
      await entries.return({ kind: 'complete' });
      return { kind: 'unread' };
    }
  }

  async function textOf(entry: LogEntry): Promise<string | undefined> {
    switch (entry.kind) {
      case 'heading':
        masked = await mask();
        return heading(entry.title, output);
      case 'line': {
        const { time, text } = entry.line;
        return `${hasTimes && time !== '' ? `${time} ` : ''}${shown(masked(text))}\n`;
      }
      case 'unreadable':
        isWhole = false;
        reportProblems([fieldWarning([], `the log of ${entry.title} is not whole: ${messageOf(entry.error)}`)], errors);
        return undefined;
    }
  }
}

/** kpack's heading; coloured where the stream is a terminal and NO_COLOR is not set. */
function heading(title: string, stream: Writable): string {
  return `${styleText('cyan', `${HEADING_MARK} ${title.toUpperCase()}`, { stream })}\n`;
}

function isTerminal(stream: Writable): boolean {
  return 'isTTY' in stream && stream.isTTY === true;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
