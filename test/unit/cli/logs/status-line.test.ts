import { expect } from 'chai';
import { PassThrough } from 'node:stream';
import { statusLine, type StatusLine, type StatusText } from '../../../../src/cli/logs/status-line.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';

interface Shown {
  readonly clock: VirtualClock;
  readonly line: StatusLine;
  readonly set: (status: StatusText | undefined) => void;
  readonly printed: () => string;
}

function shown(columns: number | undefined, environment: Readonly<Record<string, string>> = {}): Shown {
  const errors = Object.assign(new PassThrough(), columns === undefined ? {} : { isTTY: true, columns });
  const clock = new VirtualClock();
  let status: StatusText | undefined;
  const terminal = { errors, environment };
  const line = statusLine({ subject: 'Build app', terminal, clock, now: () => status });
  return {
    clock,
    line,
    set: (next) => void (status = next),
    printed: () =>
      String(errors.read() ?? '')
        .replaceAll('\u001b[2m', '')
        .replaceAll('\u001b[22m', '')
        .replaceAll('\u001b[36m', '')
        .replaceAll('\u001b[39m', ''),
  };
}

function waits(elapsed: string, wanted = 'a node'): StatusText {
  return { elapsed, text: `waits for ${wanted}`, isWait: true };
}

const ERASE = '\r\u001b[2K';

describe('the status line of taskpack logs', () => {
  it('changes in place on a terminal, and gives way to other output', async () => {
    const { clock, line, set, printed } = shown(80);
    set(waits('0s'));
    await clock.advance(500);
    set(waits('1s'));
    await clock.advance(500);
    expect(printed()).to.equal(`0s waits for a node${ERASE}1s waits for a node`);
    line.hide();
    expect(printed()).to.equal(ERASE);
    await clock.advance(500);
    expect(printed()).to.equal('1s waits for a node');
    line.end();
    expect(printed()).to.equal(ERASE);
    expect(clock.pending()).to.equal(0);
  });

  it('is one line of a narrow terminal, without control characters', async () => {
    const { clock, line, set, printed } = shown(20);
    set(waits('0s', '\u001b[2J a very long name'));
    await clock.advance(500);
    expect(printed()).to.equal('0s waits for \\u001…');
    line.end();
  });

  for (const [title, environment] of [
    ['another stream', undefined],
    ['a terminal without cursor control', { TERM: 'dumb' }],
  ] as const) {
    it(`is a note for each wait of more than 5 seconds on ${title}`, async () => {
      const { clock, line, set, printed } = shown(environment === undefined ? undefined : 80, environment);
      set(waits('0s'));
      await clock.advance(4_000);
      expect(printed()).to.equal('');
      set(waits('4s'));
      await clock.advance(60_000);
      expect(printed()).to.equal('note: Build app waits for a node\n');
      set({ elapsed: '0s', text: 'build', isWait: false });
      await clock.advance(60_000);
      set(waits('9s', 'sidecar x'));
      await clock.advance(6_000);
      expect(printed()).to.equal('note: Build app waits for sidecar x\n');
      line.end();
      expect(clock.pending()).to.equal(0);
    });
  }
});
