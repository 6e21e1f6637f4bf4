import { expect } from 'chai';
import type { ImageFacts } from '../../../../src/core/api/taskpack/image-facts.ts';
import { withLookupTimeout } from '../../../../src/controller/registry-access/lookup-timeout.ts';
import { WorkPending } from '../../../../src/core/runtime/work-pending.ts';
import type { RegistryAccess } from '../../../../src/controller/registry-access/registry-access.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';

const ACCOUNT = { namespace: 'team', serviceAccount: 'default' };
const FACTS = { image: 'r.test/slow' } as ImageFacts;

/** A registry that answers when the test says so. */
function slowRegistry() {
  const waiting: { readonly answer: (facts: ImageFacts) => void; readonly refuse: (error: Error) => void }[] = [];
  const facts: RegistryAccess['facts'] = async () => new Promise((answer, refuse) => waiting.push({ answer, refuse }));
  return { waiting, facts, labels: async () => new Map<string, string>(), digest: async () => '' };
}

const never = async (): Promise<never> => new Promise(() => undefined);

describe('registry lookups with a timeout', () => {
  let clock: VirtualClock;
  let registry: ReturnType<typeof slowRegistry>;
  let log: string[];
  let access: ReturnType<typeof withLookupTimeout>;

  beforeEach(() => {
    clock = new VirtualClock();
    registry = slowRegistry();
    log = [];
    access = withLookupTimeout(registry, clock);
  });

  const ask = (signal?: AbortSignal, image = 'r.test/slow'): void =>
    void access.facts(image, ACCOUNT, signal).then(
      (facts) => log.push(`${clock.elapsed()} ${facts.image}`),
      (error: unknown) => log.push(`${clock.elapsed()} ${error instanceof WorkPending ? 'pending' : String(error)}`),
    );

  it('reject after five seconds, and at once when repeated', async () => {
    ask();
    await clock.advance(4_999);
    expect(log).to.deep.equal([]);
    await clock.advance(1);
    ask();
    await clock.advance(0);
    expect(log).to.deep.equal(['5000 pending', '5000 pending']);
    expect(registry.waiting).to.have.length(1);
  });

  it('return the late result to the next caller, once', async () => {
    ask();
    await clock.advance(6_000);
    registry.waiting[0]?.answer(FACTS);
    await clock.advance(10_000);
    ask();
    await clock.advance(0);
    expect(log).to.deep.equal(['5000 pending', '16000 r.test/slow']);
    ask();
    await clock.advance(0);
    expect(registry.waiting).to.have.length(2);
  });

  it('of all kinds count together: no worker waits for the fifth while four of the namespace are late', async () => {
    const { facts, labels, digest } = withLookupTimeout({ facts: never, labels: never, digest: never }, clock);
    const ended: number[] = [];
    for (const lookup of [facts, labels, digest]) {
      for (const image of ['r.test/one', 'r.test/two']) {
        lookup(image, ACCOUNT).catch(() => ended.push(clock.elapsed()));
      }
    }
    await clock.advance(2_000);
    expect(ended).to.deep.equal([1_000, 1_000, 1_000, 1_000, 1_000, 1_000]);
  });

  it('start no more than 32 of a namespace whose registries do not answer, and those of other namespaces', async () => {
    for (let count = 0; count < 40; count += 1) {
      ask(undefined, `r.test/${count}`);
      await clock.advance(1_000);
    }
    expect(registry.waiting).to.have.length(32);
    void access.facts('r.test/slow', { ...ACCOUNT, namespace: 'other' }).catch(() => undefined);
    expect(registry.waiting).to.have.length(33);
  });

  it('return a late failure to the next caller', async () => {
    ask();
    await clock.advance(6_000);
    registry.waiting[0]?.refuse(new Error('no'));
    await clock.advance(0);
    ask();
    await clock.advance(0);
    expect(log).to.deep.equal(['5000 pending', '6000 Error: no']);
  });

  it('start again when the result has expired, for another image, and for another account', async () => {
    ask();
    await clock.advance(6_000);
    registry.waiting[0]?.answer(FACTS);
    await clock.advance(60_000);
    ask();
    ask(undefined, 'r.test/other');
    void access.facts('r.test/slow', undefined);
    expect(registry.waiting).to.have.length(4);
    for (const { answer } of registry.waiting) answer(FACTS);
    await clock.advance(0);
  });

  it('reject when the signal of the caller is aborted', async () => {
    const cut = new AbortController();
    ask(cut.signal);
    await clock.advance(1_000);
    cut.abort(new Error('over'));
    await clock.advance(0);
    expect(log).to.deep.equal(['1000 Error: over']);
    expect(clock.pending()).to.equal(0);
  });
});
