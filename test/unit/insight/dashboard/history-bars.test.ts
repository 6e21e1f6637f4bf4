import { expect } from 'chai';
import { historyBars } from '../../../../src/insight/dashboard/page/history-bars.ts';
import type { BuildSummary } from '../../../../src/insight/views/build-view.ts';

function build(number: number, durationMs: number, more: Partial<BuildSummary> = {}): BuildSummary {
  return {
    name: `shop-build-${number}`,
    number,
    state: { kind: 'succeeded' },
    durationMs,
    cause: { kind: 'image', reasons: ['COMMIT'], changes: [] },
    source: { kind: 'unknown' },
    ...more,
  };
}

describe('the history of an Image', () => {
  it('has a bar for each Build, oldest first, with its share of the longest', () => {
    const failed: Partial<BuildSummary> = {
      state: { kind: 'failed', failure: { summary: '', log: [] } },
      cause: { kind: 'image', reasons: ['COMMIT', 'STACK'], changes: [] },
    };
    const { bars, summary } = historyBars([build(3, 20_000), build(2, 40_000, failed), build(1, 10_000)]);
    expect(bars.map(({ name, tone, share, causes }) => [name, tone, share, causes])).to.deep.equal([
      ['shop-build-1', 'good', 0.25, 'COMMIT'],
      ['shop-build-2', 'bad', 1, 'COMMIT +1'],
      ['shop-build-3', 'good', 0.5, 'COMMIT'],
    ]);
    expect(bars[1]?.text).to.equal('Build 2: Failed, 40s, COMMIT, STACK');
    expect(summary).to.equal('3 Builds: 2 succeeded, 1 failed. The longest took 40s.');
  });

  it('says how long the longest Build took that has ended', () => {
    const running: Partial<BuildSummary> = { state: { kind: 'running' } };
    expect(historyBars([build(2, 90_000, running), build(1, 40_000)]).summary).to.equal(
      '2 Builds: 1 succeeded, 1 running. The longest took 40s.',
    );
    expect(historyBars([build(1, 90_000, running)]).summary).to.equal('1 Build: 1 running.');
  });

  it('has the newest Builds of a long history, and none of an empty one', () => {
    const many = Array.from({ length: 200 }, (_, index) => build(200 - index, 1000));
    const { bars } = historyBars(many);
    expect([bars.length, bars[0]?.name, bars.at(-1)?.name]).to.deep.equal([60, 'shop-build-141', 'shop-build-200']);
    expect(historyBars([]).bars).to.deep.equal([]);
  });
});
