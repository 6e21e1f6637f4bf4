import { expect } from 'chai';
import { askProgram, type ProgramAnswer } from '../../../src/programs/ask-program.ts';
import { rejection } from '../../integration/registry/rejection.ts';

/** So long the programs go on that others have started, in seconds: longer than any of these tests waits. */
const LONG = 4;
const WELL_BEFORE = LONG * 1000 - 1000;

describe('a program that is asked', () => {
  let begun = 0;
  beforeEach(() => (begun = performance.now()));

  const waited = (): number => performance.now() - begun;

  it('is given up after its time, though what it has started goes on and keeps its output open', async () => {
    expect(await ask(`echo half; sleep ${LONG}; echo whole`, 200)).to.deep.equal({
      status: undefined,
      output: 'half\n',
    });
    expect(waited()).to.be.within(200, WELL_BEFORE);
  });

  it('is given up after its time, though it heeds no signal', async () => {
    expect(await ask(`trap '' TERM; sleep ${LONG}; exit 0`, 200)).to.include({ status: undefined });
    expect(waited()).to.be.lessThan(WELL_BEFORE);
  });

  it('has answered when it has ended, though what it has started goes on', async () => {
    expect(await ask(`echo answer; sleep ${LONG} & exit 3`)).to.deep.equal({ status: 3, output: 'answer\n' });
    expect(waited()).to.be.lessThan(WELL_BEFORE);
  });

  it('ends with the signal', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const work = rejection(ask(`sleep ${LONG}; true`, 60_000, controller.signal));
    setTimeout(() => controller.abort(reason), 50);
    expect(await work).to.equal(reason);
    expect(waited()).to.be.lessThan(WELL_BEFORE);
  });
});

async function ask(script: string, timeout = 60_000, signal?: AbortSignal): Promise<ProgramAnswer> {
  return askProgram('sh', ['-c', script], { environment: { PATH: '/usr/bin:/bin' }, timeout, signal });
}
