import type { LogMessage } from '../messages.ts';

/** The log of a Build as far as it has arrived. */
export interface LogState {
  readonly phases: readonly PhaseLog[];
  readonly notes: readonly string[];
  readonly hasEnded: boolean;
}

/** The log of a phase. */
export interface PhaseLog {
  readonly title: string;
  /** Blocks of lines. Only the last block changes. */
  readonly blocks: readonly LogBlock[];
  /** The lines before these that are left out. */
  readonly leftOut: number;
}

export interface LogBlock {
  /** The number of the first line. */
  readonly start: number;
  readonly lines: readonly string[];
}

/** The log that the page shows. Each stream sends the log from its beginning. */
export interface ShownLog {
  readonly log: LogState;
  /** The log of a new stream while it only repeats the shown one, so that the reader keeps the place in it. */
  readonly repeated?: LogState;
}

export const EMPTY_LOG: LogState = { phases: [], notes: [], hasEnded: false };

/** A block is drawn again when a line is added to it. */
const BLOCK_LINES = 200;
/** A page with more lines of one phase than this is slow in a browser. */
const MAX_BLOCKS = 100;

/** Returns the shown log at the start of a new stream. */
export function reopenedLog({ log }: ShownLog): ShownLog {
  return { log, repeated: EMPTY_LOG };
}

/** Returns the shown log after a message. */
export function nextShownLog({ log, repeated }: ShownLog, message: LogMessage): ShownLog {
  const next = nextLog(repeated ?? log, message);
  return repeated !== undefined && isRepeated(next, log) ? { log, repeated: next } : { log: next };
}

/** True if a log has less than another one, and its last line is a line of the other one at the same place. */
function isRepeated(part: LogState, whole: LogState): boolean {
  const index = part.phases.length - 1;
  const [own, other] = [part.phases[index], whole.phases[index]];
  if (part.hasEnded || own === undefined || own.title !== other?.title) return false;
  const last = lineCount(own) - 1;
  const isBehind = index < whole.phases.length - 1 || last < lineCount(other) - 1;
  return isBehind && (last < other.leftOut || lineAt(own, last) === lineAt(other, last));
}

function lineCount({ blocks, leftOut }: PhaseLog): number {
  const last = blocks.at(-1);
  return last === undefined ? leftOut : last.start + last.lines.length;
}

function lineAt({ blocks, leftOut }: PhaseLog, number: number): string | undefined {
  return blocks[Math.floor((number - leftOut) / BLOCK_LINES)]?.lines[(number - leftOut) % BLOCK_LINES];
}

function nextLog(log: LogState, message: LogMessage): LogState {
  switch (message.kind) {
    case 'heading':
      return { ...log, phases: [...log.phases, { title: message.title, blocks: [], leftOut: 0 }] };
    case 'lines': {
      const last = log.phases.at(-1) ?? { title: '', blocks: [], leftOut: 0 };
      return { ...log, phases: [...log.phases.slice(0, -1), withLines(last, message.lines)] };
    }
    case 'note':
      return { ...log, notes: [...log.notes, message.text] };
    case 'restart':
      return { ...EMPTY_LOG, notes: ['The Pod was created again, so the log starts again.'] };
    case 'end':
      return { ...log, hasEnded: true };
    case 'problem':
      return log;
  }
}

function withLines({ title, blocks, leftOut }: PhaseLog, lines: readonly string[]): PhaseLog {
  const grown = [...blocks];
  for (let at = 0; at < lines.length;) {
    const last = grown.at(-1);
    const isFull = last === undefined || last.lines.length === BLOCK_LINES;
    const block = isFull ? { start: last === undefined ? leftOut : last.start + BLOCK_LINES, lines: [] } : last;
    const added = lines.slice(at, at + BLOCK_LINES - block.lines.length);
    if (!isFull) grown.pop();
    grown.push({ start: block.start, lines: [...block.lines, ...added] });
    at += added.length;
  }
  const surplus = Math.max(0, grown.length - MAX_BLOCKS);
  return { title, blocks: grown.slice(surplus), leftOut: leftOut + surplus * BLOCK_LINES };
}
