import { expect } from 'chai';
import { EMPTY_LOG, nextLog, type LogState } from '../../../src/dashboard/page/log-state.ts';
import type { LogMessage } from '../../../src/dashboard/messages.ts';

const heading = (title: string): LogMessage => ({ kind: 'heading', title });
const lines = (from: number, to: number): LogMessage => ({
  kind: 'lines',
  lines: Array.from({ length: to - from }, (_, index) => `line ${from + index}`),
});

function logOf(...messages: readonly LogMessage[]): LogState {
  return messages.reduce(nextLog, EMPTY_LOG);
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
    const after = nextLog(before, lines(250, 251));
    expect(after.phases[0]?.blocks[0]).to.equal(before.phases[0]?.blocks[0]);
    expect(after.phases[0]?.blocks[1]).to.not.equal(before.phases[0]?.blocks[1]);
  });

  it('keeps the last lines of a long phase', () => {
    let log = logOf(heading('build'));
    for (let from = 0; from < 30_000; from += 500) log = nextLog(log, lines(from, from + 500));
    expect(log.phases[0]?.leftOut).to.equal(10_000);
    expect([allLines(log)[0], allLines(log).at(-1)]).to.deep.equal(['line 10000', 'line 29999']);
    expect(log.phases[0]?.blocks[0]?.start).to.equal(10_000);
  });

  it('starts again with a new stream and with a new Pod', () => {
    const old = { ...logOf(heading('build'), lines(0, 3)), isStale: true };
    expect(allLines(nextLog(nextLog(old, heading('build')), lines(0, 1)))).to.deep.equal(['line 0']);
    expect(allLines(logOf(heading('build'), lines(0, 3), { kind: 'restart' }))).to.deep.equal([]);
  });
});
