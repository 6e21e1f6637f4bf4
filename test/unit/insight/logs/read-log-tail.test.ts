import { expect } from 'chai';
import type { PodLog } from '../../../../src/insight/logs/pod-log.ts';
import { readLogTail } from '../../../../src/insight/logs/read-log-tail.ts';
import { lineMasks } from '../../../../src/core/mask/line-mask.ts';

const PLACE = { namespace: 'team', pod: 'app-build-pod', container: 'build' };

async function tailOf(log: string | Error, { lines = 10, bytes = 800 } = {}): Promise<readonly string[]> {
  const podLog: PodLog = async () => {
    if (log instanceof Error) throw log;
    return (async function* () {
      const whole = Buffer.from(log);
      for (let at = 0; at < whole.length; at += 1000) yield whole.subarray(at, at + 1000);
    })();
  };
  return readLogTail({ podLog }, { ...PLACE, lines, bytes }, lineMasks(['hunter22'])());
}

/** A node that never answers. */
const silent: PodLog = async (_, { signal }) =>
  new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));

describe('the tail of a log', () => {
  it('contains the last non-empty lines as plain text', async () => {
    expect(await tailOf('one\n\n\u001b[31mtwo\u001b[0m\n\nthree\n', { lines: 2 })).to.deep.equal(['two', 'three']);
  });

  it('contains whole lines up to the limit of bytes', async () => {
    expect(await tailOf('first\nüü\nlast\n', { bytes: 8 })).to.deep.equal(['üü', 'last']);
    expect(await tailOf('first\nüü\nlast\n', { bytes: 7 })).to.deep.equal(['last']);
  });

  it('contains the end of a last line that is too long', async () => {
    const [line = ''] = await tailOf(`${'ü'.repeat(1000)}!`, { bytes: 10 });
    expect(line).to.equal('…üüü!');
    expect(Buffer.byteLength(line)).to.be.at.most(10);
  });

  it('masks secrets, also a secret that begins before the tail', async () => {
    const key = ['-----BEGIN RSA PRIVATE KEY-----', ...Array.from({ length: 30 }, () => 'MIIEpAIBAAKCAQEA')];
    expect(await tailOf(`${key.join('\n')}\n`, { lines: 2 })).to.deep.equal(['***', '***']);
    expect(await tailOf('it is hunter22\n')).to.deep.equal(['it is ***']);
  });

  it('is the tail of a log that exceeds the buffer', async () => {
    const lines = Array.from({ length: 100_000 }, (_, index) => `line ${index}`);
    expect(await tailOf(lines.join('\n'), { lines: 2 })).to.deep.equal(['line 99998', 'line 99999']);
  });

  it('contains no part of a line that exceeds the buffer, because its end can be the end of a secret', async () => {
    expect(await tailOf('x'.repeat(600_000))).to.deep.equal(['(line too long)']);
    expect(await tailOf(`${'x'.repeat(600_000)}\nend`)).to.deep.equal(['end']);
  });

  it('is empty without a log', async () => {
    expect(await tailOf(new Error('no such container'))).to.deep.equal([]);
    expect(await tailOf('')).to.deep.equal([]);
  });

  it('is empty after the timeout', async () => {
    const tail = { ...PLACE, lines: 1, bytes: 1, timeoutMs: 50 };
    expect(await readLogTail({ podLog: silent }, tail, lineMasks([])())).to.deep.equal([]);
  });
});
