import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { controllerLog } from '../../../../src/controller/observability/controller-observer.ts';
import { makeLog } from '../../../../src/controller/observability/log.ts';
import { reconcileContexts } from '../../../../src/controller/observability/reconcile-contexts.ts';
import type { Outcome } from '../../../../src/core/runtime/controller.ts';

const SIGNAL = new AbortController().signal;

describe('reconcileContexts', () => {
  it('gives each reconcile its own id, even if reconciles run concurrently', async () => {
    let chance = 0;
    const contexts = reconcileContexts(() => (chance += 0.01));
    const seen: unknown[] = [];
    const reconcile = contexts.around('builds', async (key) => {
      seen.push([key, contexts.current()['reconcileID']]);
      await sleep(1);
      seen.push([key, contexts.current()['reconcileID']]);
      return { kind: 'done' };
    });
    await Promise.all([reconcile('team/a', SIGNAL), reconcile('team/b', SIGNAL)]);
    const of = (key: string): unknown => contexts.of('builds', key)['reconcileID'];
    expect(of('team/a'))
      .to.match(/^[0-9a-f]{16}$/)
      .and.not.equal(of('team/b'));
    expect(seen).to.deep.equal([
      ['team/a', of('team/a')],
      ['team/b', of('team/b')],
      ['team/a', of('team/a')],
      ['team/b', of('team/b')],
    ]);
    expect(contexts.current()).to.deep.equal({});
  });

  it('adds a noted field to the later lines of the same reconcile only', async () => {
    const contexts = reconcileContexts(Math.random);
    const seen: unknown[] = [];
    const reconcile = contexts.around('builds', async (key) => {
      seen.push(contexts.current()['backend']);
      contexts.note({ backend: key });
      await sleep(1);
      seen.push(contexts.current()['backend']);
      return { kind: 'done' };
    });
    await Promise.all([reconcile('a', SIGNAL), reconcile('b', SIGNAL)]);
    await reconcile('a', SIGNAL);
    expect(seen).to.deep.equal([undefined, undefined, 'a', 'b', undefined, 'a']);
    expect(contexts.of('builds', 'b')).to.include({ build: 'b', backend: 'b' });
    contexts.note({ backend: 'nobody' });
    expect(contexts.current()).to.deep.equal({});
  });

  it('provides the fields of the line that ends a reconcile, then forgets them', async () => {
    const lines: Record<string, unknown>[] = [];
    const contexts = reconcileContexts(Math.random);
    const log = makeLog({
      level: 'debug',
      output: { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) },
      context: contexts.current,
    });
    const report = controllerLog('builds', log, contexts);
    const outcomes: readonly Outcome[] = [
      { kind: 'done' },
      { kind: 'requeue', afterMs: 5 },
      { kind: 'failed', error: new Error('no') },
    ];
    for (const outcome of outcomes) {
      await contexts.around('builds', async () => {
        log.info('within');
        return outcome;
      })('team/a', SIGNAL);
      report.ended({
        key: 'team/a',
        outcome,
        durationMs: 1.6,
        requeueAfterMs: outcome.kind === 'done' ? undefined : 5,
      });
    }
    const { time, reconcileID, ...last } = lines.at(-1) ?? {};
    expect(last).to.deep.equal({
      level: 'warn',
      message: 'reconcile failed; it will be retried',
      controller: 'builds',
      build: 'team/a',
      milliseconds: 2,
      requeueAfterMs: 5,
      error: 'no',
    });
    expect(lines.map(({ message }) => message).filter((message) => message !== 'within')).to.deep.equal([
      'reconciled',
      'reconciled',
      'reconcile failed; it will be retried',
    ]);
    expect(lines.map((line) => line['reconcileID'])).to.deep.equal(
      lines.map((_, index) => lines[index - (index % 2)]?.['reconcileID']),
    );
    expect([typeof time, typeof reconcileID]).to.deep.equal(['string', 'string']);
    expect(contexts.of('builds', 'team/a')).to.deep.equal({});
  });
});
