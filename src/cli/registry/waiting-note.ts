import type { Writable } from 'node:stream';
import { fieldNote } from '../../core/model/problem.ts';
import { reportProblems } from '../problems.ts';
import { isTerminal } from '../terminal.ts';

const NOTE_DELAY_MS = 2_000;

/** Runs work on registries. If the work takes long and a user watches the terminal, notes what the command waits for. */
export async function withWaitingNote<T>(
  errors: Writable,
  work: () => Promise<T>,
  afterMs = NOTE_DELAY_MS,
): Promise<T> {
  if (!isTerminal(errors)) return work();
  const note = (): void => reportProblems([fieldNote([], 'waiting for a registry')], errors);
  const timer = setTimeout(note, afterMs);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}
