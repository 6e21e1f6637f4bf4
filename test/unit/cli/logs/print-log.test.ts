import { expect } from 'chai';
import { Writable } from 'node:stream';
import { printLog, type Printed } from '../../../../src/cli/logs/print-log.ts';
import type { Terminal } from '../../../../src/cli/terminal.ts';
import type { LogEnd, LogEntry } from '../../../../src/insight/logs/build-log.ts';
import { lineMasks } from '../../../../src/core/mask/line-mask.ts';

const ENTRIES: readonly LogEntry[] = [
  { kind: 'heading', title: 'prepare' },
  { kind: 'line', line: { time: '2026-01-02T03:04:05Z', text: 'with hunter22 \u001b[31mred\u001b[2A' } },
  { kind: 'line', line: { time: '', text: 'without a time' } },
  { kind: 'unreadable', title: 'prepare', error: new Error('the node does not answer') },
];

/** A stream that records its input and may be a terminal. */
class Kept extends Writable {
  text = '';
  readonly isTTY: boolean;

  constructor(isTTY: boolean) {
    super();
    this.isTTY = isTTY;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

interface Outcome {
  readonly printed: Printed;
  readonly output: string;
  readonly errors: string;
}

async function print(isTTY: boolean, hasTimes = false): Promise<Outcome> {
  const [output, errors] = [new Kept(isTTY), new Kept(false)];
  const terminal: Terminal = { input: process.stdin, output, errors, environment: {} };
  const printed = await printLog(entries(), terminal, { hasTimes, mask: async () => lineMasks(['hunter22'])() });
  return { printed, output: output.text, errors: errors.text };
}

async function* entries(): AsyncGenerator<LogEntry, LogEnd> {
  yield* ENTRIES;
  return { kind: 'complete' };
}

describe('printing the log of a Build', () => {
  it('prints kpack headings, and lines unchanged except for masked secrets', async () => {
    const { output, errors, printed } = await print(false);
    expect(output).to.equal('===> PREPARE\nwith *** \u001b[31mred\u001b[2A\nwithout a time\n');
    expect(errors).to.equal('warning: the log of prepare is incomplete: the node does not answer\n');
    expect(printed).to.deep.equal({ kind: 'to-the-end', end: { kind: 'complete' }, isWhole: false });
  });

  it('prints times on request', async () => {
    const { output } = await print(false, true);
    expect(output).to.match(/^===> PREPARE\n2026-01-02T03:04:05Z with \*\*\* .*\nwithout a time\n$/);
  });

  it('escapes sequences that would move the cursor of a terminal', async () => {
    const { output } = await print(true);
    expect(output).to.include('with *** \u001b[31mred\\u001b[2A\u001b[0m\n');
  });

  it('stops if the reader closes the output', async () => {
    let taken = 0;
    const endless = async function* (): AsyncGenerator<LogEntry, LogEnd> {
      for (; taken < 1000; taken += 1) yield { kind: 'line', line: { time: '', text: 'line' } };
      return { kind: 'complete' };
    };
    const closed = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) });
    closed.on('error', () => undefined);
    const terminal: Terminal = { input: process.stdin, output: closed, errors: new Kept(false), environment: {} };
    const printed = await printLog(endless(), terminal, { hasTimes: false, mask: async () => lineMasks([])() });
    expect(printed).to.deep.equal({ kind: 'unread' });
    expect(taken).to.be.below(3);
  });
});
