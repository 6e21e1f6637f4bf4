import { expect } from 'chai';
import { PassThrough } from 'node:stream';
import { startWait, type Awaited } from '../../../../src/cli/wait/wait-until.ts';
import { observedValue } from '../../../../src/insight/logs/observed-value.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';

describe('a wait', () => {
  it('prints each new state once, and a state that lasts every 30 seconds', async () => {
    const { clock, seen, end, printed } = started(doing('detect'));
    await clock.advance(1_000);
    seen.set(doing('detect'));
    await clock.advance(1_000);
    seen.set(doing(undefined));
    await clock.advance(10_000);
    seen.set(doing('build'));
    await clock.advance(65_000);
    seen.set({ kind: 'done', value: 'the end' });
    expect(await end).to.equal('the end');
    expect(printed()).to.equal('0s detect\n12s build\n42s build (for 30s)\n72s build (for 60s)\n');
    expect(clock.pending()).to.equal(0);
  });

  it('prints nothing before there is something to show', async () => {
    const { seen, end, printed } = started(doing(undefined));
    seen.set({ kind: 'done', value: 'the end' });
    await end;
    expect(printed()).to.equal('');
  });

  it('rejects if someone has to act for 10 seconds, and continues if the state changes before', async () => {
    const stuck: Awaited<string> = { kind: 'stuck', doing: 'no builder', error: new Error('stuck') };
    const { clock, seen, end, printed } = started(stuck);
    await clock.advance(9_000);
    seen.set(doing('build'));
    await clock.advance(1_000);
    seen.set(stuck);
    await clock.advance(9_999);
    expect(printed()).to.equal('0s no builder\n9s build\n10s no builder\n');
    await clock.advance(1);
    const error = await end.catch((reason: unknown) => reason);
    expect(error).to.equal(stuck.error);
  });

  it("rejects with the signal's reason", async () => {
    const { clock, stop, end } = started(doing('build'));
    await clock.advance(1);
    const reason = new Error('interrupted');
    stop.abort(reason);
    expect(await end.catch((error: unknown) => error)).to.equal(reason);
    expect(clock.pending()).to.equal(0);
  });
});

/** Starts a wait whose observed value is the state itself. */
function started(first: Awaited<string>) {
  const clock = new VirtualClock();
  const errors = new PassThrough();
  const stop = new AbortController();
  const seen = observedValue(first);
  const end = startWait({ errors, clock, signal: stop.signal }).until(seen, (now) => now);
  // Tests look at the end later.
  end.catch(() => undefined);
  return { clock, stop, seen, end, printed: () => String(errors.read() ?? '') };
}

function doing(text: string | undefined): Awaited<string> {
  return { kind: 'pending', doing: text };
}
