import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import type { LogEnd, LogEntry } from '../../insight/logs/build-log.ts';
import { HEADING_MARK, terminalLine } from '../../insight/logs/log-text.ts';
import { oneLine } from '../../core/model/one-line.ts';
import { lineMasks, type LineMask } from '../../core/mask/line-mask.ts';
import { fieldWarning, type FieldProblem } from '../../core/model/problem.ts';
import { reportProblems } from '../problems.ts';
import { isTerminal, isWritten, type Terminal } from '../terminal.ts';

export interface LogStyle {
  readonly hasTimes: boolean;
  /** Creates the mask of each container's log when its heading is printed, because the Pod's Secrets are known only then. */
  readonly mask: () => Promise<LineMask>;
  /** Called before each text is written. */
  readonly beforeText?: () => void;
  /** Called with each masked line and the name of its phase or container. */
  readonly onLine?: (title: string, line: string) => void;
}

/** The result of printing a log. */
export type Printed =
  | { readonly kind: 'to-the-end'; readonly end: LogEnd; readonly isWhole: boolean }
  /** The reader closed the output. */
  | { readonly kind: 'unread' };

/** Prints a Build's log line by line. */
export async function printLog(
  entries: AsyncGenerator<LogEntry, LogEnd>,
  { output, errors }: Terminal,
  { hasTimes, mask, beforeText, onLine }: LogStyle,
): Promise<Printed> {
  const shown = isTerminal(output) ? terminalLine : (line: string): string => line;
  let masked = lineMasks([])();
  let isWhole = true;
  let title = '';
  for (;;) {
    const next = await entries.next();
    if (next.done === true) return { kind: 'to-the-end', end: next.value, isWhole };
    const text = await textOf(next.value);
    beforeText?.();
    if (text !== undefined && !(await isWritten(output, text))) {
      await entries.return({ kind: 'complete' });
      return { kind: 'unread' };
    }
  }

  async function textOf(entry: LogEntry): Promise<string | undefined> {
    switch (entry.kind) {
      case 'heading':
        masked = await mask();
        title = entry.title;
        return heading(entry.title, output);
      case 'line': {
        const line = masked(entry.line.text);
        onLine?.(title, line);
        return `${hasTimes && entry.line.time !== '' ? `${entry.line.time} ` : ''}${shown(line)}\n`;
      }
      case 'unreadable':
        isWhole = false;
        beforeText?.();
        reportProblems([incomplete(entry.title, entry.error)], errors);
        return undefined;
    }
  }
}

function incomplete(title: string, error: unknown): FieldProblem {
  const message = error instanceof Error ? error.message : String(error);
  return fieldWarning([], `the log of ${title} is incomplete: ${message}`);
}

/** Returns kpack's heading, in colour if the stream is a terminal and NO_COLOR is not set. */
export function heading(title: string, stream: Writable): string {
  return `${styleText('cyan', `${HEADING_MARK} ${oneLine(title).toUpperCase()}`, { stream })}\n`;
}
