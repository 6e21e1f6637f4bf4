import type { LogMessage } from '../messages.ts';

/** The log of a Build as far as it has arrived. */
export interface LogState {
  readonly phases: readonly PhaseLog[];
  readonly notes: readonly string[];
  readonly hasEnded: boolean;
  /** True until the first message of a new stream, which sends the log from its beginning. */
  readonly isStale: boolean;
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

export const EMPTY_LOG: LogState = { phases: [], notes: [], hasEnded: false, isStale: false };

/** A block is drawn again when a line is added to it. */
const BLOCK_LINES = 200;
/** A page with more lines of one phase than this is slow in a browser. */
const MAX_BLOCKS = 100;

/** Returns the log after a message. */
export function nextLog(state: LogState, message: LogMessage): LogState {
  const log = state.isStale ? EMPTY_LOG : state;
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
