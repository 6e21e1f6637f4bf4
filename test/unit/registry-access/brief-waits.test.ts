import { expect } from 'chai';
import type { ImageFacts } from '../../../src/api/taskpack/image-facts.ts';
import { waitingBriefly } from '../../../src/registry-access/brief-waits.ts';
import type { RegistryAccess } from '../../../src/registry-access/registry-access.ts';
import { StillAsking } from '../../../src/registry-access/still-asking.ts';
import { VirtualClock } from '../runtime/virtual-clock.ts';

const ACCOUNT = { namespace: 'team', serviceAccount: 'default' };
const FACTS = { image: 'r.test/slow' } as ImageFacts;

/** A registry of which a test says when it answers. */
function slowRegistry() {
  const waiting: { readonly answer: (facts: ImageFacts) => void; readonly refuse: (error: Error) => void }[] = [];
  const facts: RegistryAccess['facts'] = async () => new Promise((answer, refuse) => waiting.push({ answer, refuse }));
  return { waiting, facts, labels: async () => new Map<string, string>() };
}

describe('questions to registries that nobody waits for long', () => {
  let clock: VirtualClock;
  let registry: ReturnType<typeof slowRegistry>;
  let log: string[];
  let access: ReturnType<typeof waitingBriefly>;

  beforeEach(() => {
    clock = new VirtualClock();
    registry = slowRegistry();
    log = [];
    access = waitingBriefly(registry, clock);
  });

  const ask = (signal?: AbortSignal, image = 'r.test/slow'): void =>
    void access.facts(image, ACCOUNT, signal).then(
      (facts) => log.push(`${clock.now()} ${facts.image}`),
      (error: unknown) => log.push(`${clock.now()} ${error instanceof StillAsking ? 'still asking' : String(error)}`),
    );

  it('are given up after five seconds, and not waited for again', async () => {
    ask();
    await clock.advance(4_999);
    expect(log).to.deep.equal([]);
    await clock.advance(1);
    ask();
    await clock.advance(0);
    expect(log).to.deep.equal(['5000 still asking', '5000 still asking']);
    expect(registry.waiting).to.have.length(1);
  });

  it('have their answers for who asks again, once', async () => {
    ask();
    await clock.advance(6_000);
    registry.waiting[0]?.answer(FACTS);
    await clock.advance(10_000);
    ask();
    await clock.advance(0);
    expect(log).to.deep.equal(['5000 still asking', '16000 r.test/slow']);
    ask();
    await clock.advance(0);
    expect(registry.waiting).to.have.length(2);
  });

  it('have their refusals too', async () => {
    ask();
    await clock.advance(6_000);
    registry.waiting[0]?.refuse(new Error('no'));
    await clock.advance(0);
    ask();
    await clock.advance(0);
    expect(log).to.deep.equal(['5000 still asking', '6000 Error: no']);
  });

  it('are asked anew when an answer is old, for another image, and for another account', async () => {
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

  it('are no longer waited for when the work is cut short', async () => {
    const cut = new AbortController();
    ask(cut.signal);
    await clock.advance(1_000);
    cut.abort(new Error('over'));
    await clock.advance(0);
    expect(log).to.deep.equal(['1000 Error: over']);
    expect(clock.pending()).to.equal(0);
  });
});
