import { expect } from 'chai';
import {
  EMPTY_LOG,
  nextShownLog,
  reopenedLog,
  type LogState,
} from '../../../../src/insight/dashboard/page/log-state.ts';
import type { LogMessage } from '../../../../src/insight/dashboard/messages.ts';

const heading = (title: string): LogMessage => ({ kind: 'heading', title });
const lines = (from: number, to: number): LogMessage => ({
  kind: 'lines',
  lines: Array.from({ length: to - from }, (_, index) => `line ${from + index}`),
});

function logOf(...messages: readonly LogMessage[]): LogState {
  return messages.reduce(nextShownLog, { log: EMPTY_LOG }).log;
}

/** The messages of a stream, and those of the stream after it. */
function reopened(before: readonly LogMessage[], after: readonly LogMessage[]): LogState {
  return after.reduce(nextShownLog, reopenedLog({ log: logOf(...before) })).log;
}

function allLines({ phases }: LogState): readonly string[] {
  return phases.flatMap(({ blocks }) => blocks.flatMap((block) => block.lines));
}

describe('the log of the dashboard', () => {
  it('has the lines of each phase in order', () => {
    const log = logOf(heading('detect'), lines(0, 3), lines(3, 450), heading('build'), lines(0, 1), { kind: 'end' });
    expect(log.phases.map(({ title }) => title)).to.deep.equal(['detect', 'build']);
    expect(allLines(log)).to.have.length(451);
    expect(log.phases[0]?.blocks.map(({ start, lines: block }) => [start, block.length])).to.deep.equal([
      [0, 200],
      [200, 200],
      [400, 50],
    ]);
    expect(log.hasEnded).to.equal(true);
  });

  it('keeps the blocks that are full, so that they are not drawn again', () => {
    const before = logOf(heading('build'), lines(0, 250));
    const after = nextShownLog({ log: before }, lines(250, 251)).log;
    expect(after.phases[0]?.blocks[0]).to.equal(before.phases[0]?.blocks[0]);
    expect(after.phases[0]?.blocks[1]).to.not.equal(before.phases[0]?.blocks[1]);
  });

  it('keeps the last lines of a long phase', () => {
    const messages: LogMessage[] = [heading('build')];
    for (let from = 0; from < 30_000; from += 500) messages.push(lines(from, from + 500));
    const log = logOf(...messages);
    expect(log.phases[0]?.leftOut).to.equal(10_000);
    expect([allLines(log)[0], allLines(log).at(-1)]).to.deep.equal(['line 10000', 'line 29999']);
    expect(log.phases[0]?.blocks[0]?.start).to.equal(10_000);
  });

  it('starts again with a new Pod', () => {
    expect(allLines(logOf(heading('build'), lines(0, 3), { kind: 'restart' }))).to.deep.equal([]);
  });

  const old = [heading('detect'), lines(0, 2), heading('build'), lines(0, 300)];
  const streams: readonly (readonly [title: string, stream: readonly LogMessage[], last: string, count: number])[] = [
    ['stays as it is while a new stream repeats it', old.slice(0, 3), 'line 299', 302],
    [
      'stays as it is while a new stream repeats a part of the last phase',
      [...old.slice(0, 3), lines(0, 250)],
      'line 299',
      302,
    ],
    ['continues with the lines after those that a new stream has repeated', [...old, lines(300, 301)], 'line 300', 303],
    ['is replaced if a new stream has other lines', [heading('detect'), lines(7, 8)], 'line 7', 1],
    ['is replaced if a new stream has another phase', [heading('prepare'), lines(0, 1)], 'line 0', 1],
    ['is replaced if a new stream ends earlier', [...old.slice(0, 2), { kind: 'end' }], 'line 1', 2],
  ];
  for (const [title, stream, last, count] of streams) {
    it(title, () => {
      const shown = allLines(reopened(old, stream));
      expect([shown.at(-1), shown.length]).to.deep.equal([last, count]);
    });
  }

  it('recognizes lines of a phase whose first lines are left out', () => {
    const long = Array.from({ length: 50 }, (_, index) => lines(500 * index, 500 * (index + 1)));
    const shown = reopened([heading('build'), ...long], [heading('build'), ...long.slice(0, 30)]);
    expect(allLines(shown).at(-1)).to.equal('line 24999');
  });
});
