import { expect } from 'chai';
import { pollInterval } from '../../../../../src/controller/sources/resolvers/poll-interval.ts';

const of = (text: string) => pollInterval(60_000, { 'taskpack.dev/poll-interval': text });

describe('the annotation for polling', () => {
  for (const [text, intervalMs] of [
    ['1m', 60_000],
    ['10m', 600_000],
    ['1h30m', 5_400_000],
    ['90s', 90_000],
    ['1m'.repeat(32), 32 * 60_000],
  ] as const) {
    it(`takes ${text}`, () => expect(of(text)).to.deep.equal({ kind: 'every', intervalMs }));
  }

  it('takes never, and the default if it is absent', () => {
    expect(of('never')).to.deep.equal({ kind: 'never' });
    expect(pollInterval(60_000)).to.deep.equal({ kind: 'every', intervalMs: 60_000 });
  });

  for (const text of ['', '59s', '0', '10', '-10m', '1.5h', 'Never', '10m ', '1d', '9'.repeat(400), '1m'.repeat(33)]) {
    it(`reports ${JSON.stringify(text.slice(0, 10))} (${text.length} characters) and keeps to the default`, () => {
      const interval = of(text);
      expect(interval).to.include({ kind: 'every', intervalMs: 60_000 });
      expect(interval).to.have.property('problem').that.includes('taskpack.dev/poll-interval');
    });
  }
});
