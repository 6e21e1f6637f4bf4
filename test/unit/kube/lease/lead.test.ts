import { expect } from 'chai';
import { lead, type EndOfLead } from '../../../../src/kube/lease/lead.ts';
import { virtualTime, type VirtualTime } from '../virtual-time.ts';
import { fakeLease, type FakeLease } from './fake-lease.ts';

/** A process that wants to lead. */
interface Candidate {
  readonly stop: () => void;
  readonly isLeading: () => boolean;
  readonly leadsSince: () => number | undefined;
  /** Lets the work end that was told to stop. */
  readonly finish: () => void;
  readonly end: Promise<EndOfLead>;
}

describe('the leader lock', () => {
  let time: VirtualTime;
  let lease: FakeLease;
  let problems: unknown[];
  /** Who has read the lease of another. */
  let heardBy: string[];
  const running: Candidate[] = [];

  beforeEach(() => {
    time = virtualTime();
    lease = fakeLease();
    problems = [];
    heardBy = [];
  });
  afterEach(async () => {
    for (const candidate of running.splice(0)) {
      candidate.stop();
      candidate.finish();
    }
    await time.advance(60_000);
  });

  const run = (identity: string, clock = 0): Candidate => {
    const controller = new AbortController();
    let since: number | undefined;
    const finished = new AbortController();
    let isLeading = false;
    const { collaborators } = time;
    const end = lead(
      {
        client: lease.as(identity),
        // Their clocks are hours apart, which must not matter.
        collaborators: { ...collaborators, now: () => collaborators.now() + clock },
        namespace: 'taskpack',
        name: 'l',
        identity,
        report: (problem) => void problems.push(problem),
        heard: () => void heardBy.push(identity),
        signal: controller.signal,
      },
      async (stop) => {
        since = time.elapsed();
        isLeading = true;
        stop.addEventListener('abort', () => (isLeading = false));
        if (!stop.aborted) await new Promise((resolve) => stop.addEventListener('abort', resolve));
        if (!finished.signal.aborted)
          await new Promise((resolve) => finished.signal.addEventListener('abort', resolve));
      },
    );
    const candidate = {
      stop: () => controller.abort(),
      isLeading: () => isLeading,
      leadsSince: () => since,
      finish: () => finished.abort(),
      end,
    };
    running.push(candidate);
    return candidate;
  };

  it('tells those that wait for it when they have read it', async () => {
    run('a');
    await time.advance(0);
    run('b');
    await time.advance(5000);
    expect(new Set(heardBy)).to.deep.equal(new Set(['b']));
    expect(heardBy.length).to.be.greaterThan(1);
  });

  it('is taken at once where nobody holds it, and renewed', async () => {
    const a = run('a');
    await time.advance(0);
    expect(a.isLeading()).to.equal(true);
    expect(lease.spec()).to.deep.equal({
      holderIdentity: 'a',
      leaseDurationSeconds: 15,
      acquireTime: '1970-01-01T00:16:40.000000Z',
      renewTime: '1970-01-01T00:16:40.000000Z',
      leaseTransitions: 0,
    });
    await time.advance(20_000);
    expect(lease.spec()).to.include({
      renewTime: '1970-01-01T00:17:00.000000Z',
      acquireTime: '1970-01-01T00:16:40.000000Z',
    });
    expect(lease.writes()).to.equal(11);
  });

  it('is held by one of many', async () => {
    const all = ['a', 'b', 'c'].map((identity, index) => run(identity, index * 3_600_000));
    for (let turn = 0; turn < 30; turn += 1) {
      await time.advance(1000);
      expect(all.filter(({ isLeading }) => isLeading())).to.have.length(1);
    }
  });

  it('passes to another when the holder dies, in less than 5 s beyond the lease', async () => {
    const a = run('a', 7_200_000);
    const b = run('b', -7_200_000);
    await time.advance(30_000);
    lease.cut('a', 'NETWORK');
    const cut = time.elapsed();
    await time.advance(9_900);
    expect([a.isLeading(), b.isLeading()]).to.deep.equal([true, false]);
    await time.advance(100);
    expect([a.isLeading(), b.isLeading()], 'the old one stops before').to.deep.equal([false, false]);
    await time.advance(10_000);
    expect(b.isLeading()).to.equal(true);
    expect((b.leadsSince() ?? 0) - cut, 'no later than it expires').to.be.oneOf([15_000, 17_000]);
    expect(lease.spec()).to.include({ holderIdentity: 'b', leaseTransitions: 1 });
    a.finish();
    expect(await a.end).to.equal('lost');
  });

  it('is lost by the renew deadline where a renewal does not end, before another takes it', async () => {
    const a = run('a');
    const b = run('b');
    await time.advance(30_000);
    lease.hang('a');
    await time.advance(9_900);
    expect([a.isLeading(), b.isLeading()]).to.deep.equal([true, false]);
    await time.advance(100);
    expect([a.isLeading(), b.isLeading()]).to.deep.equal([false, false]);
    expect(problems.map(String)).to.deep.equal([
      'KubeError: renew lease taskpack/l: it takes longer than the renew deadline, and the lease counts as lost',
    ]);
    await time.advance(10_000);
    expect(b.isLeading()).to.equal(true);
    a.finish();
    expect(await a.end).to.equal('lost');
  });

  it('passes at once when the holder stops, but not before its work has ended', async () => {
    const a = run('a');
    const b = run('b');
    await time.advance(10_000);
    a.stop();
    await time.advance(30_000);
    expect([a.isLeading(), b.isLeading()], 'a still works').to.deep.equal([false, false]);
    a.finish();
    await time.advance(2400);
    expect(b.isLeading()).to.equal(true);
    expect(await a.end).to.equal('stopped');
  });

  it('is not lost by a failure that passes', async () => {
    const a = run('a');
    await time.advance(4000);
    lease.cut('a', 'UNAVAILABLE');
    await time.advance(7000);
    lease.cut('a', undefined);
    await time.advance(20_000);
    expect(a.isLeading()).to.equal(true);
    expect(problems).to.have.length.within(2, 4);
  });

  it('is not lost by a conflict with oneself: a renewal whose answer was lost', async () => {
    const a = run('a');
    await time.advance(4000);
    lease.cut('a', 'NETWORK', 'after');
    await time.advance(2000);
    lease.cut('a', undefined);
    await time.advance(20_000);
    expect(a.isLeading()).to.equal(true);
  });

  it('is lost when somebody else has taken it, or removed who holds it', async () => {
    const a = run('a');
    await time.advance(4000);
    const { metadata } = await lease.get({} as never, { name: 'l' });
    await lease.patch({} as never, { name: 'l' }, { metadata, spec: { holderIdentity: 'other' } });
    await time.advance(2400);
    expect(a.isLeading()).to.equal(false);
    a.finish();
    expect(await a.end).to.equal('lost');
    expect(lease.spec(), 'it is not given back').to.include({ holderIdentity: 'other' });
  });

  it('is not waited for any more once one is told to stop', async () => {
    run('a');
    await time.advance(1000);
    const b = run('b');
    await time.advance(1000);
    b.stop();
    expect(await b.end).to.equal('stopped');
    expect(b.leadsSince()).to.equal(undefined);
  });

  it('is given back when the work fails', async () => {
    const work = lead(
      {
        client: lease.as('a'),
        collaborators: time.collaborators,
        namespace: 'taskpack',
        name: 'l',
        identity: 'a',
        report: () => undefined,
        signal: new AbortController().signal,
      },
      async () => Promise.reject(new Error('a bug')),
    );
    const outcome = work.catch((error: unknown) => String(error));
    await time.advance(0);
    expect(await outcome).to.equal('Error: a bug');
    expect(lease.spec()).to.include({ holderIdentity: '', leaseDurationSeconds: 1 });
  });
});
