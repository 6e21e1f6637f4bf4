import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { runControllers } from '../../../../src/cli/controller/run-controllers.ts';
import type { Controller } from '../../../../src/controller/kit/start-controller.ts';
import { combineObservers } from '../../../../src/controller/observability/controller-observer.ts';
import { makeLog } from '../../../../src/controller/observability/log.ts';
import { reconcileContexts } from '../../../../src/controller/observability/reconcile-contexts.ts';

function observation() {
  const contexts = reconcileContexts(Math.random);
  const log = makeLog({ level: 'error', output: { write: () => undefined }, context: contexts.current });
  return { log, contexts, controller: () => combineObservers([]) };
}

/** A controller with one key whose caches sync when the test says so, and the keys that it has reconciled. */
function someController(name: string, synced: Promise<unknown>) {
  const seen: string[] = [];
  const { contexts, ...rest } = observation();
  const controller: Controller = {
    name,
    workers: 1,
    watch: async (enqueue) => {
      enqueue('team/x');
      return synced;
    },
    reconcile: async (key) => {
      seen.push(`${key} ${String(contexts.current()['controller'])}`);
      return { kind: 'done' };
    },
  };
  return { controller, seen, observation: { contexts, ...rest } };
}

describe('runControllers', () => {
  it('reconciles keys, each with a trace, until the stop signal', async () => {
    const stop = new AbortController();
    const { controller, seen, observation: own } = someController('builds', Promise.resolve());
    const running = runControllers([controller], own, stop.signal);
    await sleep(20);
    expect(seen).to.deep.equal(['team/x builds']);
    stop.abort();
    await running;
  });

  it('stops at once if the caches never fill, and reconciles nothing', async () => {
    const stop = new AbortController();
    const { controller, seen, observation: own } = someController('builds', new Promise(() => undefined));
    const running = runControllers([controller], own, stop.signal);
    await sleep(5);
    stop.abort();
    await running;
    expect(seen).to.deep.equal([]);
  });

  it('runs until the stop signal even without controllers', async () => {
    const stop = new AbortController();
    let isOver = false;
    const running = runControllers([], observation(), stop.signal).then(() => (isOver = true));
    await sleep(5);
    expect(isOver).to.equal(false);
    stop.abort();
    await running;
  });

  it('rejects with the error of a watch', async () => {
    const stop = new AbortController();
    const { controller, observation: own } = someController('builds', Promise.reject(new Error('broken')));
    const running = runControllers([controller], own, stop.signal);
    const error = await running.catch((reason: unknown) => reason);
    expect(String(error)).to.equal('Error: broken');
  });
});
