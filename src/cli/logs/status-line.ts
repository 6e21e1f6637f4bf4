import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { oneLine } from '../../core/model/one-line.ts';
import { boundedText } from '../../core/model/bounded-messages.ts';
import { fieldNote } from '../../core/model/problem.ts';
import type { Clock } from '../../core/runtime/clock.ts';
import { reportProblems } from '../problems.ts';
import { isTerminal, type Terminal } from '../terminal.ts';

/** Shows what a command waits for. On a terminal, a line that changes; otherwise, a line for each long wait. */
export interface StatusLine {
  /** Removes the line, so that other output can be written. The line appears again after a moment without output. */
  readonly hide: () => void;
  /** Removes the line for good. */
  readonly end: () => void;
}

/** The text of a status line. */
export interface StatusText {
  /** The time since the start of the state, such as `48s`. */
  readonly elapsed: string;
  readonly text: string;
  /** False for the ordinary progress of a Build, which only a terminal shows. */
  readonly isWait: boolean;
}

export interface StatusLineOptions {
  /** The object that waits, such as `Build app`. */
  readonly subject: string;
  readonly terminal: Pick<Terminal, 'errors' | 'environment'>;
  readonly clock: Pick<Clock, 'elapsed' | 'schedule'>;
  /** Returns the current text, or `undefined` if there is nothing to show. */
  readonly now: () => StatusText | undefined;
}

/** The time between two updates. */
const TICK_MS = 500;
/** A wait that is shorter is not worth a line in a file. */
const LONG_WAIT_MS = 5000;

/** Starts to show the current status until `end` is called. */
export function statusLine(options: StatusLineOptions): StatusLine {
  const { errors, environment } = options.terminal;
  return isTerminal(errors) && environment['TERM'] !== 'dumb' ? changingLine(options) : printedLines(options);
}

/** Removes the current line of a terminal (ECMA-48, EL). */
const ERASE = '\r\u001b[2K';

function changingLine({ terminal: { errors }, clock, now }: StatusLineOptions): StatusLine {
  let shown = '';
  const draw = (text: string): void => {
    if (text === shown) return;
    errors.write(`${shown === '' ? '' : ERASE}${text === '' ? '' : styleText('dim', text, { stream: errors })}`);
    shown = text;
  };
  const stopTicks = everyTick(clock, () => draw(fitted(now(), errors)));
  const end = (): void => {
    stopTicks();
    draw('');
  };
  const interrupt = (): void => {
    end();
    process.kill(process.pid, 'SIGINT');
  };
  process.once('SIGINT', interrupt);
  return {
    hide: () => draw(''),
    end: () => {
      process.removeListener('SIGINT', interrupt);
      end();
    },
  };
}

/** A text that fills the last column wraps on some terminals, and a line that wraps cannot be removed. */
function fitted(status: StatusText | undefined, stream: Writable): string {
  if (status === undefined) return '';
  const columns = 'columns' in stream && typeof stream.columns === 'number' ? stream.columns : DEFAULT_WIDTH;
  return boundedText(oneLine(`${status.elapsed} ${status.text}`), Math.max(columns - 1, 1));
}

const DEFAULT_WIDTH = 80;

function printedLines({ subject, terminal: { errors }, clock, now }: StatusLineOptions): StatusLine {
  let last = { text: '', sinceMs: 0, isPrinted: false };
  const end = everyTick(clock, () => {
    const status = now();
    const text = status?.isWait === true ? status.text : '';
    if (text !== last.text) last = { text, sinceMs: clock.elapsed(), isPrinted: false };
    if (text === '' || last.isPrinted || clock.elapsed() - last.sinceMs < LONG_WAIT_MS) return;
    last.isPrinted = true;
    reportProblems([fieldNote([], `${subject} ${text}`)], errors);
  });
  return { hide: () => undefined, end };
}

function everyTick(clock: Pick<Clock, 'schedule'>, update: () => void): () => void {
  let cancel = clock.schedule(0, tick);
  function tick(): void {
    update();
    cancel = clock.schedule(TICK_MS, tick);
  }
  return () => cancel();
}
