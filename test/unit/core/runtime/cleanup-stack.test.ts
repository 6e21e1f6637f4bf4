import { expect } from 'chai';
import { CleanupStack } from '../../../../src/core/runtime/cleanup-stack.ts';

describe('a stack of cleanups', () => {
  let stack: CleanupStack;
  let ran: string[];
  const defer = (name: string, failure?: Error): void =>
    stack.defer(async () => {
      await Promise.resolve();
      ran.push(name);
      if (failure !== undefined) throw failure;
    });
  beforeEach(() => {
    stack = new CleanupStack();
    ran = [];
  });

  it('runs the newest first, and each once', async () => {
    for (const name of ['cluster', 'server', 'caches']) defer(name);
    await stack.runAll();
    await stack.runAll();
    expect(ran).to.deep.equal(['caches', 'server', 'cluster']);
  });

  it('runs the others after a failure, and rejects with the last failure', async () => {
    defer('cluster');
    defer('server', new Error('second'));
    defer('webhooks');
    defer('caches', new Error('first'));
    const failure = await stack.runAll().catch((error: unknown) => error);
    expect(ran).to.deep.equal(['caches', 'webhooks', 'server', 'cluster']);
    expect(String(failure)).to.equal('Error: second');
  });
});
