import { expect } from 'chai';
import { queueOrder } from '../../../../src/insight/dashboard/page/queue-order.ts';
import { NO_FILTER } from '../../../../src/insight/dashboard/page/route.ts';
import { makeRowStore, type RowStore } from '../../../../src/insight/dashboard/page/row-store.ts';
import type { Row } from '../../../../src/insight/dashboard/row.ts';

function build(name: string, second: number, more: Partial<Row> = {}): Row {
  const createdAt = `2026-01-01T00:00:${String(second).padStart(2, '0')}Z`;
  return { kind: 'Build', namespace: 'team', name, createdAt, state: 'succeeded', ...more };
}

function storeOf(...rows: readonly Row[]): RowStore {
  const store = makeRowStore();
  store.apply({ kind: 'scope', namespace: 'team' });
  store.apply({ kind: 'rows', rows, deleted: [] });
  store.apply({ kind: 'complete' });
  return store;
}

function names(rows: readonly Row[]): readonly string[] {
  return rows.map(({ name }) => name);
}

describe('the rows of the dashboard', () => {
  it('are ordered from the newest to the oldest, and by name within a second', () => {
    const store = storeOf(build('b', 1), build('a', 1), build('c', 2));
    expect(names(store.select(['Build'], NO_FILTER))).to.deep.equal(['c', 'a', 'b']);
    expect(store.select(['Image'], NO_FILTER)).to.deep.equal([]);
  });

  const filters = [
    [{ text: 'SHOP failed' }, []],
    [{ text: 'shop commit' }, ['one']],
    [{ text: 'NothingDetected' }, ['two']],
    [{ state: 'failed' }, ['two']],
    [{ namespace: 'other' }, ['three']],
    [{ text: 't' }, ['three', 'two', 'one']],
  ] as const;
  for (const [filter, expected] of filters) {
    it(`are filtered by ${JSON.stringify(filter)}`, () => {
      const store = storeOf(
        build('one', 1, { image: 'shop', build: { causes: ['COMMIT'] } }),
        build('two', 2, { state: 'failed', reason: 'NothingDetected' }),
        build('three', 3, { namespace: 'other' }),
      );
      expect(names(store.select(['Build'], { ...NO_FILTER, ...filter }))).to.deep.equal(expected);
    });
  }

  it('stay until a new stream has sent all of them', () => {
    const store = storeOf(build('old', 1), build('kept', 2));
    store.restart();
    store.apply({ kind: 'rows', rows: [build('kept', 2), build('new', 3)], deleted: [] });
    expect(names(store.select(['Build'], NO_FILTER))).to.deep.equal(['kept', 'old']);
    store.apply({ kind: 'complete' });
    expect(names(store.select(['Build'], NO_FILTER))).to.deep.equal(['new', 'kept']);
    store.apply({ kind: 'rows', rows: [], deleted: ['Build/team/kept'] });
    expect(names(store.select(['Build'], NO_FILTER))).to.deep.equal(['new']);
  });

  it('of the queue begin with what runs, then have what waits longest', () => {
    const rows = [
      build('done', 9),
      build('waits-short', 8, { state: 'waiting' }),
      build('runs', 7, { state: 'running' }),
      build('waits-long', 6, { state: 'waiting' }),
      { ...build('image', 5, { state: 'queued' }), kind: 'Image' as const },
      { ...build('idle', 4, { state: 'waiting' }), kind: 'Image' as const },
    ];
    expect(names(queueOrder(rows))).to.deep.equal(['runs', 'waits-long', 'waits-short', 'image']);
  });
});
