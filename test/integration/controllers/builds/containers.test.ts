import { expect } from 'chai';
import { until } from '../../../cluster/processes/until.ts';
import { succeeded } from './build-bed.ts';
import { injectedSuite } from './injected-suite.ts';
import { ended, now, runs, waits } from './pod-node.ts';
import { OUTCOME } from './some-registry.ts';

const READY = 'build.kpack.io/ready';
const READY_TIME = 'taskpack.dev/ready-time';
/** A container that started before its gate opened. */
const LONG_AGO = '2026-01-01T00:00:00Z';
const PHASES = ['prepare', 'analyze', 'detect', 'restore', 'build', 'export', 'completion'] as const;

// Known bugs: deadline-hides-failure, proxy-never-ready.
describe('Builds as Pods whose phases are containers beside injected containers', function () {
  this.timeout(90_000);
  const { bed, builds, node } = injectedSuite('istio-classic', {
    namespace: 'sidecar-builds',
    log: (container) => [`the last line of ${container}`],
    settings: {
      backend: 'native',
      injectedSidecars: 'true',
      sidecarReadyDeadlineSeconds: 3,
      stuckPhaseSeconds: 2,
      startDeadlineSeconds: 4,
    },
  });

  it('start once the proxy is ready, and the proxy is stopped after the last phase', async () => {
    await bed().create('good');
    const its = await node('good');
    await its.accept();
    await its.start(['istio-proxy']);
    await builds().settled();
    expect((await its.pod()).metadata.annotations).not.to.have.property(READY);
    await its.set({ 'istio-proxy': runs() });
    await until('the gate is open', async () => (await its.pod()).metadata.annotations?.[READY]);
    const readyTime = (await its.pod()).metadata.annotations?.[READY_TIME];
    await its.set({ prepare: { running: { startedAt: LONG_AGO } } });
    await bed().reaches('good', 'the first phase starts with its gate', ({ steps }) => {
      const [prepare] = (steps ?? []) as readonly { readonly startedAt?: string }[];
      return prepare?.startedAt !== undefined && prepare.startedAt === readyTime;
    });
    await its.runAll(OUTCOME);
    expect(succeeded(await bed().end('good'))).to.include({ status: 'True', reason: 'Completed' });
    expect((await its.pod()).spec.activeDeadlineSeconds).to.equal(1);
  });

  it('succeed if completion succeeded, whatever the state of their Pod', async () => {
    await bed().create('late');
    const its = await node('late');
    await its.accept();
    await its.start();
    const all = Object.fromEntries(
      PHASES.map((phase) => [phase, ended(0, phase === 'completion' ? { message: OUTCOME } : {})]),
    );
    await its.set({ ...all, 'istio-proxy': ended(137) }, { phase: 'Failed', reason: 'DeadlineExceeded' });
    expect(succeeded(await bed().end('late'))).to.include({ status: 'True', reason: 'Completed' });
  });

  it('fail if the proxy does not become ready in time', async () => {
    await bed().create('unready');
    const its = await node('unready');
    await its.accept();
    await its.start(['istio-proxy']);
    await its.set({ 'istio-proxy': waits('CrashLoopBackOff', 'back-off 5m0s') });
    await until('it is stopped', async () => (await its.pod()).spec.activeDeadlineSeconds);
    await its.set({ prepare: ended(143) }, { phase: 'Failed', reason: 'DeadlineExceeded' });
    const status = await bed().end('unready');
    expect(succeeded(status)).to.include({ status: 'False', reason: 'SidecarNotReady' });
    expect(status.failure?.message).to.contain('istio-proxy').and.to.contain('CrashLoopBackOff');
    expect(status.failure).to.deep.include({ container: 'istio-proxy', log: ['the last line of istio-proxy'] });
  });

  it('fail with the failed phase, before the proxy has stopped', async () => {
    await bed().create('failing');
    const its = await node('failing');
    await its.accept();
    await its.start();
    const skipped = ended(121, { message: 'skipped: the phase before failed' });
    const rest = Object.fromEntries(PHASES.slice(3).map((phase) => [phase, skipped]));
    await its.set({ prepare: ended(0), analyze: ended(0), detect: ended(20), ...rest });
    const { failure } = await bed().end('failing');
    expect(failure).to.deep.include({ phase: 'detect', exitCode: 20, log: ['the last line of detect'] });
    const { spec, status } = await its.pod();
    expect([spec.activeDeadlineSeconds, status.phase]).to.deep.equal([1, 'Running']);
  });

  it('are stopped if a phase died without telling the next phase', async () => {
    await bed().create('killed');
    const its = await node('killed');
    await its.accept();
    await its.start();
    await its.set({ prepare: ended(0), analyze: ended(0), detect: ended(137, { reason: 'OOMKilled' }) });
    await until('it is stopped', async () => (await its.pod()).spec.activeDeadlineSeconds);
    const rest = Object.fromEntries(
      [...PHASES.slice(3), 'istio-proxy'].map((name) => [name, ended(143, { finishedAt: now(Date.now() + 10_000) })]),
    );
    await its.set(rest, { phase: 'Failed', reason: 'DeadlineExceeded' });
    const { failure } = await bed().end('killed');
    expect(failure).to.include({ reason: 'OutOfMemory', phase: 'detect' });
  });

  it('are stopped if the image of a phase is not pulled in time', async () => {
    await bed().create('imageless');
    const its = await node('imageless');
    await its.accept();
    await its.start();
    await its.set({ prepare: ended(0), analyze: waits('ImagePullBackOff', 'Back-off pulling image') });
    await until('it is stopped', async () => (await its.pod()).spec.activeDeadlineSeconds);
    await its.set({}, { phase: 'Failed', reason: 'DeadlineExceeded' });
    const { failure } = await bed().end('imageless');
    expect(failure?.phase).to.equal('analyze');
    expect(failure?.message).to.contain('ImagePullBackOff');
  });

  it('get one new Pod if prepare could not copy the waiter', async () => {
    await bed().create('waiterless');
    const its = await node('waiterless');
    const { uid } = (await its.pod()).metadata;
    await its.accept();
    const startError = ended(128, { reason: 'StartError' });
    const rest = Object.fromEntries(PHASES.slice(1).map((phase) => [phase, startError]));
    await its.set({ prepare: ended(137), ...rest, 'istio-proxy': runs() });
    await its.goAway();
    const second = await until('another Pod', async () => {
      const pod = await its.pod();
      return pod.metadata.uid === uid ? undefined : pod;
    });
    expect(second.spec.initContainers?.map(({ name }) => name)).to.include('pre-start');
    expect(builds().writes).to.include('create events Recreating');
    const again = await node('waiterless');
    await again.accept();
    await again.start();
    await again.set({ prepare: ended(137), ...rest }, { phase: 'Failed' });
    expect(succeeded(await bed().end('waiterless'))?.status).to.equal('False');
  });
});
