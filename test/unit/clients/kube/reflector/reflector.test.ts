import { expect } from 'chai';
import { KubeError, type KubeErrorCode } from '../../../../../src/clients/kube/kube-error.ts';
import { resourceVersionOf, type KubeObject } from '../../../../../src/clients/kube/client/kube-object.ts';
import type { ReflectorProblem } from '../../../../../src/clients/kube/reflector/informer.ts';
import {
  startReflector,
  type Reflector,
  type ReflectorOptions,
} from '../../../../../src/clients/kube/reflector/reflector.ts';
import { fakeTransport, type FakeTransport } from '../fake-transport.ts';
import { bookmark, deepFrozen, errorEvent, event, listOf, thing, THINGS } from '../some-objects.ts';
import { VirtualClock } from '../../../../support/virtual-clock.ts';

const failure = (code: KubeErrorCode, details = {}): KubeError => new KubeError(code, 'watch things', 'no', details);
const never = (...lines: readonly unknown[]) => ({ lines, end: 'never' as const });
const over = (...lines: readonly unknown[]) => ({ lines, end: 'over' as const });
const cut = (error: Error, ...lines: readonly unknown[]) => ({ lines, end: error });

/** The resourceVersions that watches started from. */
function watchesOf({ asked }: FakeTransport): readonly (string | null)[] {
  return asked
    .map(({ path }) => new URL(path, 'http://x').searchParams)
    .filter((parameters) => parameters.has('watch'))
    .map((parameters) => parameters.get('resourceVersion'));
}

function listsOf(transport: FakeTransport): number {
  return transport.asked.length - watchesOf(transport).length;
}

describe('a reflector', () => {
  let time: VirtualClock;
  let controller: AbortController;
  let changes: string[];
  let problems: ReflectorProblem[];
  let reflector: Reflector<KubeObject>;

  beforeEach(() => {
    time = new VirtualClock();
    controller = new AbortController();
    changes = [];
    problems = [];
  });
  afterEach(async () => {
    controller.abort();
    await reflector.ended;
  });

  const start = (transport: FakeTransport, rest: Partial<ReflectorOptions<KubeObject>> = {}): void => {
    reflector = startReflector({
      transport,
      clock: time,
      random: () => 0.5,
      resource: THINGS,
      parse: deepFrozen,
      onChange: (change) => {
        const version = resourceVersionOf(change.object.metadata);
        const mark = change.kind === 'deleted' && change.isTombstone ? ' (tombstone)' : '';
        changes.push(`${change.kind} ${change.key} ${version}${mark}`);
      },
      report: (problem) => void problems.push(problem),
      signal: controller.signal,
      ...rest,
    });
  };

  it('lists, calls the handler and watches from that version', async () => {
    const transport = fakeTransport(
      [listOf('10', thing('a', '1'), thing('b', '2'))],
      [
        never(
          event('ADDED', thing('c', '11')),
          event('MODIFIED', thing('a', '12')),
          event('DELETED', thing('b', '13')),
        ),
      ],
    );
    start(transport);
    expect(await reflector.synced).to.equal(true);
    await time.advance(0);
    expect(changes).to.deep.equal([
      'added team/a 1',
      'added team/b 2',
      'added team/c 11',
      'updated team/a 12',
      'deleted team/b 13',
    ]);
    expect(reflector.store.list().map(({ metadata }) => metadata.name)).to.have.members(['a', 'c']);
    expect(transport.asked.map(({ path }) => path)).to.deep.equal([
      '/apis/test.io/v1/things?limit=500',
      '/apis/test.io/v1/things?watch=true&allowWatchBookmarks=true&resourceVersion=10&timeoutSeconds=290',
    ]);
  });

  it('reads all pages, and lists without pages if the continue token expired', async () => {
    const page = { ...listOf('10', thing('a', '1')), metadata: { resourceVersion: '10', continue: 'more' } };
    const whole = over(listOf('11', thing('a', '1'), thing('b', '2')));
    const transport = fakeTransport([page, failure('GONE')], [whole, never()]);
    start(transport);
    expect(await reflector.synced).to.equal(true);
    await time.advance(0);
    expect(changes).to.deep.equal(['added team/a 1', 'added team/b 2']);
    expect(transport.asked.map(({ path }) => path.replace(/^.*\?/, ''))).to.include.members([
      'limit=500&continue=more',
      'limit=0',
    ]);
    expect(watchesOf(transport)).to.deep.equal(['11']);
  });

  it('lets other work run between the objects of a list', async () => {
    const done: string[] = [];
    // Each object takes 10 ms.
    const elapsed = (): number => done.length * 10;
    const { now, sleep, schedule } = time;
    const transport = fakeTransport([listOf('10', thing('a', '1'), thing('b', '2'), thing('c', '3'))]);
    start(transport, {
      clock: { now, sleep, schedule, elapsed },
      parse: (object) => {
        done.push(object.metadata.name);
        setImmediate(() => done.push('other work'));
        return object;
      },
    });
    await reflector.synced;
    expect(done).to.deep.equal(['a', 'other work', 'b', 'other work', 'c', 'other work']);
  });

  it('resumes from the last version, also of a bookmark, when the server ends the watch', async () => {
    const slow = new VirtualClock();
    const transport = fakeTransport(
      [listOf('10')],
      [over(event('ADDED', thing('a', '11'))), over(bookmark('20')), never()],
    );
    // Each reading of the clock is a minute later, so no watch is short.
    let minutes = 0;
    const { now, sleep, schedule } = slow;
    start(transport, { clock: { now, sleep, schedule, elapsed: () => (minutes += 60_000) } });
    await slow.advance(0);
    expect(watchesOf(transport)).to.deep.equal(['10', '11', '20']);
    expect(listsOf(transport)).to.equal(1);
    expect(problems).to.deep.equal([]);
    expect(slow.sleeps).to.deep.equal([]);
  });

  const resumed: readonly KubeErrorCode[] = ['NETWORK', 'TIMED_OUT', 'UNREACHABLE', 'RATE_LIMITED', 'UNAVAILABLE'];
  for (const code of resumed) {
    it(`resumes after ${code}, with a pause`, async () => {
      const transport = fakeTransport([listOf('10')], [cut(failure(code), event('ADDED', thing('a', '11'))), never()]);
      start(transport);
      await time.advance(599);
      expect(watchesOf(transport)).to.deep.equal(['10']);
      await time.advance(1);
      expect(watchesOf(transport)).to.deep.equal(['10', '11']);
      expect(listsOf(transport)).to.equal(1);
      expect(problems.map(({ during }) => during)).to.deep.equal(['watch']);
    });
  }

  const relisted: readonly (readonly [string, Parameters<typeof fakeTransport>[1]])[] = [
    ['410 as an event', [over(errorEvent(410, 'Expired')), never()]],
    ['410 as an answer', [failure('GONE', { status: 410 }), never()]],
    ['an event that is no JSON', [over('{"type":'), never()]],
    ['an event of no kind', [over({ type: 'OTHER', object: {} }), never()]],
    ['an object without a name', [over(event('ADDED', { metadata: {} })), never()]],
    ['a version that the server has not reached', [over(errorEvent(504, 'Timeout')), never()]],
    ['a refusal', [failure('FORBIDDEN'), never()]],
    ['a bug', [new TypeError('a bug'), never()]],
  ];
  for (const [what, streams] of relisted) {
    it(`lists again after ${what}, and reports the missed changes`, async () => {
      const transport = fakeTransport(
        [
          listOf('10', thing('same', '1'), thing('changed', '2'), thing('gone', '3')),
          listOf('20', thing('same', '1'), thing('changed', '15'), thing('new', '16')),
        ],
        streams,
      );
      start(transport);
      await time.advance(0);
      changes.splice(0);
      await time.advance(800);
      expect(changes).to.deep.equal([
        'updated team/changed 15',
        'added team/new 16',
        'deleted team/gone 3 (tombstone)',
      ]);
      expect(watchesOf(transport)).to.deep.equal(['10', '20']);
    });
  }

  it('retries forever with growing delays', async () => {
    const transport = fakeTransport([listOf('10')], [over(errorEvent(410, 'Expired'))]);
    start(transport);
    await time.advance(600_000);
    expect(time.sleeps.slice(0, 8)).to.deep.equal([600, 1200, 2400, 4800, 9600, 19_200, 22_500, 22_500]);
    expect(listsOf(transport)).to.be.within(25, 35);
  });

  it('backs off if watches end at once', async () => {
    const transport = fakeTransport([listOf('10')], [over()]);
    start(transport);
    await time.advance(60_000);
    expect(watchesOf(transport)).to.have.length.within(5, 9);
    expect(listsOf(transport)).to.equal(1);
  });

  it("waits for the server's Retry-After", async () => {
    start(fakeTransport([failure('RATE_LIMITED', { retryAfterMs: 5000 })]));
    await time.advance(0);
    expect(time.sleeps).to.deep.equal([5600]);
  });

  it('survives a handler, parser or report that throws', async () => {
    const transport = fakeTransport(
      [listOf('10', thing('a', '1'), thing('bad', '2'))],
      [never(event('MODIFIED', thing('a', '11')), event('MODIFIED', thing('b', '12')))],
    );
    const seen: string[] = [];
    start(transport, {
      parse: (object) => {
        if (object.metadata.name === 'bad') throw new Error('unreadable');
        return object;
      },
      onChange: ({ key }) => {
        seen.push(key);
        if (seen.length === 1) throw new Error('a bug');
        return Promise.reject(new Error('another'));
      },
      report: (problem) => {
        problems.push(problem);
        throw new Error('the log is full');
      },
    });
    await time.advance(0);
    expect(seen).to.deep.equal(['team/a', 'team/a', 'team/b']);
    expect(problems.map(({ during, key }) => `${during} ${key}`)).to.have.members([
      'handle team/a',
      'read team/bad',
      'handle team/a',
      'handle team/b',
    ]);
  });

  it('keeps the last readable version of an object that it cannot parse', async () => {
    const transport = fakeTransport(
      [listOf('10', thing('a', '1')), listOf('20', thing('a', '15', { bad: true }))],
      [over(event('MODIFIED', thing('a', '11', { bad: true })), errorEvent(410, 'Expired')), never()],
    );
    start(transport, {
      parse: (object) => {
        if (object['bad'] === true) throw new Error('unreadable');
        return object;
      },
    });
    await time.advance(1000);
    expect(changes).to.deep.equal(['added team/a 1']);
    expect(reflector.store.get('team/a')).to.deep.equal(thing('a', '1'));
  });

  it('finds objects by index, and drops the entries of changed and deleted objects', async () => {
    const transport = fakeTransport(
      [listOf('10', thing('a', '1', { of: 'x' }), thing('b', '2', { of: 'x' }))],
      [never(event('MODIFIED', thing('a', '11', { of: 'y' })), event('DELETED', thing('b', '12', { of: 'x' })))],
    );
    start(transport, { indexers: { of: (object) => [JSON.stringify(object['of'])] } });
    await time.advance(0);
    const found = ['"x"', '"y"', '"z"'].map((value) => reflector.store.byIndex('of', value));
    expect(found.map((objects) => objects.map(({ metadata }) => metadata.name))).to.deep.equal([[], ['a'], []]);
    expect(() => reflector.store.byIndex('other', 'x')).to.throw('no index');
  });

  it('stops during a watch, a list or a delay', async () => {
    for (const transport of [
      fakeTransport([listOf('10')], [never()]),
      fakeTransport([new Promise(() => undefined)]),
      fakeTransport([failure('NETWORK')]),
    ]) {
      const own = new AbortController();
      start(transport, {
        signal: own.signal,
        transport: {
          ...transport,
          call: async (request, options) =>
            Promise.race([
              transport.call(request, options),
              new Promise((_, reject) =>
                own.signal.addEventListener('abort', () => reject(own.signal.reason as Error)),
              ),
            ]),
        },
      });
      await time.advance(0);
      own.abort();
      await reflector.ended;
      expect(transport.open()).to.equal(0);
      await reflector.synced;
    }
  });

  it('reports that it was stopped before the first list', async () => {
    start(fakeTransport([failure('NETWORK')]));
    await time.advance(0);
    controller.abort();
    expect(await reflector.synced).to.equal(false);
  });
});
