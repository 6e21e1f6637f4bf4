import { expect } from 'chai';
import { runAsLeader, type LeadershipEnd } from '../../../../../src/clients/kube/leader-election/leader-election.ts';
import { VirtualClock } from '../../../../support/virtual-clock.ts';
import { fakeLease, type FakeLease } from './fake-lease.ts';

/** A candidate. */
interface Candidate {
  readonly stop: () => void;
  readonly isLeading: () => boolean;
  readonly leadsSince: () => number | undefined;
  /** Ends work that was asked to stop. */
  readonly finish: () => void;
  readonly end: Promise<LeadershipEnd>;
}

describe('leader election', () => {
  let time: VirtualClock;
  let lease: FakeLease;
  let problems: unknown[];
  /** The candidates whose onStandby was called. */
  let heardBy: string[];
  const running: Candidate[] = [];

  beforeEach(() => {
    time = new VirtualClock();
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

  const run = (identity: string, skewMs = 0): Candidate => {
    const controller = new AbortController();
    let since: number | undefined;
    const finished = new AbortController();
    let isLeading = false;
    const { now, elapsed, sleep, schedule } = time;
    const end = runAsLeader(
      {
        client: lease.as(identity),
        // The candidates' clocks are hours apart, which must not matter.
        clock: { elapsed, sleep, schedule, now: () => now() + skewMs },
        random: () => 0.5,
        namespace: 'taskpack',
        name: 'l',
        identity,
        report: (problem) => void problems.push(problem),
        onStandby: () => void heardBy.push(identity),
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

  it('calls onStandby when a candidate has read the Lease of another', async () => {
    run('a');
    await time.advance(0);
    run('b');
    await time.advance(5000);
    expect(new Set(heardBy)).to.deep.equal(new Set(['b']));
    expect(heardBy.length).to.be.greaterThan(1);
  });

  it('acquires a free Lease at once and renews it', async () => {
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

  it('has one leader among many candidates', async () => {
    const all = ['a', 'b', 'c'].map((identity, index) => run(identity, index * 3_600_000));
    for (let turn = 0; turn < 30; turn += 1) {
      await time.advance(1000);
      expect(all.filter(({ isLeading }) => isLeading())).to.have.length(1);
    }
  });

  it('fails over when the leader dies, less than 5 s after the lease duration', async () => {
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

  it('is lost at the renew deadline if a renewal hangs, before another candidate acquires', async () => {
    const a = run('a');
    const b = run('b');
    await time.advance(30_000);
    lease.hang('a');
    await time.advance(9_900);
    expect([a.isLeading(), b.isLeading()]).to.deep.equal([true, false]);
    await time.advance(100);
    expect([a.isLeading(), b.isLeading()]).to.deep.equal([false, false]);
    expect(problems.map(String)).to.deep.equal([
      'KubeError: renew lease taskpack/l: no response before the renew deadline; the lease counts as lost',
    ]);
    await time.advance(10_000);
    expect(b.isLeading()).to.equal(true);
    a.finish();
    expect(await a.end).to.equal('lost');
  });

  it('fails over at once when the leader stops, after its work has ended', async () => {
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

  it('survives a transient failure', async () => {
    const a = run('a');
    await time.advance(4000);
    lease.cut('a', 'UNAVAILABLE');
    await time.advance(7000);
    lease.cut('a', undefined);
    await time.advance(20_000);
    expect(a.isLeading()).to.equal(true);
    expect(problems).to.have.length.within(2, 4);
  });

  it('survives a conflict with its own renewal whose response was lost', async () => {
    const a = run('a');
    await time.advance(4000);
    lease.cut('a', 'NETWORK', 'after');
    await time.advance(2000);
    lease.cut('a', undefined);
    await time.advance(20_000);
    expect(a.isLeading()).to.equal(true);
  });

  it('is lost when another candidate acquired the Lease, or its holder was cleared', async () => {
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

  it('stops waiting for the Lease when the signal is aborted', async () => {
    run('a');
    await time.advance(1000);
    const b = run('b');
    await time.advance(1000);
    b.stop();
    expect(await b.end).to.equal('stopped');
    expect(b.leadsSince()).to.equal(undefined);
  });

  it('releases the Lease when the work fails', async () => {
    const work = runAsLeader(
      {
        client: lease.as('a'),
        clock: time,
        random: () => 0.5,
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
