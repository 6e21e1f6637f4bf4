import type { ListMessage } from '../../insight/dashboard/messages.ts';
import type { Row } from '../../insight/dashboard/row.ts';
import type { Clock } from '../../core/runtime/clock.ts';
import { recordedChanges } from './changes.ts';
import type { RowScope, RowCache } from './row-cache.ts';

/** The rows of one message. */
const CHUNK_ROWS = 500;
const BATCH_MS = 100;

/** Yields all rows and then their changes, at most ten times a second. */
export async function* listFeed(
  cache: RowCache,
  { namespace }: RowScope,
  clock: Pick<Clock, 'sleep' | 'schedule'>,
  signal: AbortSignal,
): AsyncGenerator<ListMessage> {
  const changes = recordedChanges(BATCH_MS, clock, signal);
  const changedKeys = new Set<string>();
  const onRow = (key: string): void => {
    changedKeys.add(key);
    changes.record();
  };
  const stop = cache.listen({ onRow, onReading: changes.record });
  try {
    yield { kind: 'scope', ...(namespace !== undefined && { namespace }) };
    yield { kind: 'reading', ...cache.reading() };
    yield* rowMessages(cache, cache.keys());
    yield { kind: 'complete' };
    for (;;) {
      await changes.next();
      const keys = [...changedKeys];
      changedKeys.clear();
      yield* rowMessages(cache, keys);
      yield { kind: 'reading', ...cache.reading() };
    }
  } finally {
    stop();
  }
}

function* rowMessages(cache: RowCache, keys: readonly string[]): Generator<ListMessage> {
  for (let start = 0; start < keys.length; start += CHUNK_ROWS) {
    const rows: Row[] = [];
    const deleted: string[] = [];
    for (const key of keys.slice(start, start + CHUNK_ROWS)) {
      const row = cache.row(key);
      if (row === undefined) deleted.push(key);
      else rows.push(row);
    }
    yield { kind: 'rows', rows, deleted };
  }
}
