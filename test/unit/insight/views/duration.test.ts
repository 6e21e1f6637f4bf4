import { expect } from 'chai';
import { elapsedMs, humanDuration } from '../../../../src/insight/views/duration.ts';

describe('durations', () => {
  const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];
  const cases: readonly (readonly [durationMs: number, text: string])[] = [
    [-5 * SECOND, '0s'],
    [999, '0s'],
    [119 * SECOND, '119s'],
    [2 * MINUTE, '2m'],
    [2 * MINUTE + SECOND, '2m1s'],
    [10 * MINUTE + SECOND, '10m'],
    [179 * MINUTE, '179m'],
    [3 * HOUR, '3h'],
    [7 * HOUR + 59 * MINUTE, '7h59m'],
    [8 * HOUR + 59 * MINUTE, '8h'],
    [47 * HOUR, '47h'],
    [2 * DAY + 5 * HOUR, '2d5h'],
    [8 * DAY + 5 * HOUR, '8d'],
    [729 * DAY, '729d'],
    [731 * DAY, '2y1d'],
    [9 * 365 * DAY, '9y'],
  ];
  for (const [durationMs, text] of cases) {
    it(`are formatted as kubectl does: ${text}`, () => expect(humanDuration(durationMs)).to.equal(text));
  }

  it('are unknown without both times, and never negative', () => {
    expect(elapsedMs('2026-01-01T00:00:00Z', '2026-01-01T00:00:02Z')).to.equal(2000);
    expect(elapsedMs('2026-01-01T00:00:02Z', '2026-01-01T00:00:00Z')).to.equal(0);
    expect([elapsedMs(undefined, 1), elapsedMs('2026-01-01T00:00:02Z', 'never')]).to.deep.equal([undefined, undefined]);
  });
});
