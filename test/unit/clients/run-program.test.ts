import { expect } from 'chai';
import { runProgram, type ProgramOutput } from '../../../src/clients/run-program.ts';
import { rejection } from '../../integration/registry/rejection.ts';

/** So long the programs go on that others have started, in seconds: longer than any of these tests waits. */
const LONG_SECONDS = 50;
const WELL_BEFORE = LONG_SECONDS * 1000 - 5_000;

describe('runProgram', () => {
  let begun = 0;
  beforeEach(() => (begun = performance.now()));

  const waited = (): number => performance.now() - begun;

  it('kills a program after the timeout even if its child keeps the output open', async () => {
    expect(await ask(`echo half; sleep ${LONG_SECONDS}; echo whole`, 200)).to.deep.equal({
      status: undefined,
      output: 'half\n',
    });
    expect(waited()).to.be.within(200, WELL_BEFORE);
  });

  it('kills a program after the timeout even if it ignores SIGTERM', async () => {
    expect(await ask(`trap '' TERM; sleep ${LONG_SECONDS}; exit 0`, 200)).to.include({ status: undefined });
    expect(waited()).to.be.lessThan(WELL_BEFORE);
  });

  it('returns when the program has ended even if its child keeps running', async () => {
    expect(await ask(`echo answer; sleep ${LONG_SECONDS} & exit 3`)).to.deep.equal({ status: 3, output: 'answer\n' });
    expect(waited()).to.be.lessThan(WELL_BEFORE);
  });

  it('rejects when the signal is aborted', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const work = rejection(ask(`sleep ${LONG_SECONDS}; true`, 60_000, controller.signal));
    setTimeout(() => controller.abort(reason), 50);
    expect(await work).to.equal(reason);
    expect(waited()).to.be.lessThan(WELL_BEFORE);
  });
});

async function ask(script: string, timeout = 60_000, signal?: AbortSignal): Promise<ProgramOutput> {
  return runProgram('sh', ['-c', script], {
    environment: { PATH: '/usr/bin:/bin' },
    timeoutMs: timeout,
    signal,
  });
}
