import { expect } from 'chai';
import { asBuild } from '../../../src/core/model/objects/build.ts';
import { asPod } from '../../../src/core/model/objects/pod.ts';
import { collectorPort, startCollector, type Collector } from '../../cluster/collector/collector.ts';
import { segmentsOf, shownSegments } from '../../cluster/collector/segments.ts';
import type { CollectedSpan } from '../../cluster/collector/spans.ts';
import { until } from '../../cluster/processes/until.ts';
import { buildTrace } from '../../../src/insight/tracing/build-trace.ts';
import { openBuildTracer, type BuildTracer } from '../../../src/insight/tracing/build-tracer.ts';
import { buildView, type BuildView } from '../../../src/insight/views/build-view.ts';
import { PHASE_NAMES } from '../../../src/core/model/phase-name.ts';
import { textAt } from '../../support/json-field.ts';
import type { KubeObject } from '../../../src/clients/kube/client/kube-object.ts';
import { buildSuite, type BuildSuiteOptions } from '../controllers/builds/build-suite.ts';
import { now, runs, type PodNode, type State } from '../controllers/builds/pod-node.ts';
import { OUTCOME, STEP_OUTCOME } from '../controllers/builds/some-registry.ts';

const TASK_RUNS = 'traced-task-runs';
const PODS = 'traced-pods';

/** The controller's clock is ahead, so that the end of a Build is later than the phases, whose times the tests choose. */
const AHEAD_MS = 60_000;

const VARIABLES = { OTEL_BSP_SCHEDULE_DELAY: '50', OTEL_RESOURCE_ATTRIBUTES: 'k8s.cluster.name=some%20cluster' };

describe('traces of Builds in a collector', function () {
  this.timeout(120_000);
  let collector: Collector | undefined;
  let tracer: BuildTracer | undefined;
  const problems: string[] = [];
  const note = (message: string): void => void problems.push(message);
  const variables = { ...process.env };
  before(async function () {
    // The first run builds the collector.
    this.timeout(1_800_000);
    collector = await startCollector(await collectorPort());
    Object.assign(process.env, VARIABLES, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint });
    tracer = openBuildTracer({ service: 'taskpack-controller', version: '1.2.3' }, { info: note, warn: note });
  });
  const options: Omit<BuildSuiteOptions, 'namespace' | 'settings'> = {
    now: () => Date.now() + AHEAD_MS,
    traceContextOf: (uid) => tracer?.contextOf(uid),
    onFinished: (build, pod) => {
      const trace = buildTrace({ build: asBuild(build), ...(pod !== undefined && { pod }), nowMs: 0 });
      if (trace !== undefined) tracer?.record(trace);
    },
  };
  const { bed, cluster, node } = buildSuite({ namespace: TASK_RUNS, settings: { backend: 'auto' }, ...options });
  const native = buildSuite({ namespace: PODS, settings: { backend: 'native' }, ...options });
  before(async () => cluster().tekton.setTracing(`${collector?.endpoint}/v1/traces`));
  after(async () => cluster().tekton.setTracing(undefined));
  after(async () => {
    await tracer?.close();
    await collector?.stop();
    for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
  });

  const get = async (place: string): Promise<KubeObject> => (await cluster().client.send('GET', place)) as KubeObject;
  const stored = async (namespace: string, name: string): Promise<{ build: KubeObject; pod: KubeObject }> => {
    return {
      build: await get(`/apis/kpack.io/v1alpha2/namespaces/${namespace}/builds/${name}`),
      pod: await get(`/api/v1/namespaces/${namespace}/pods/${name}-build-pod`),
    };
  };

  /** Returns the view of a finished Build, as `taskpack status` shows it, and the spans of its trace. */
  const traced = async (
    name: string,
    namespace = TASK_RUNS,
  ): Promise<{ view: BuildView; root: CollectedSpan; own: readonly CollectedSpan[] }> => {
    const { build, pod } = await stored(namespace, name);
    const view = buildView({ build: asBuild(build), pod: asPod(pod), nowMs: Date.now() });
    const traceId = textAt(build.metadata, 'uid')?.replaceAll('-', '') ?? '';
    const own = await until(`the trace of ${name}`, async () => {
      const spans = ofTrace(collector, traceId).filter(({ service }) => service === 'taskpack-controller');
      return spans.length > view.waterfall.length ? spans : undefined;
    });
    const root = own.find(({ parentSpanId }) => parentSpanId === '');
    if (root === undefined) throw new Error('the trace has no root');
    return { view, root, own };
  };

  it("have a span for each segment of the Build's time, and Tekton's spans", async () => {
    await bed().create('good');
    const its = await started(await node('good'));
    await runAll(its, 'step-', STEP_OUTCOME);
    await bed().end('good');
    const { view, root, own } = await traced('good');
    expect(segmentsOf(own)).to.deep.equal(shownSegments(view));
    expect(view.waterfall.map(({ kind }) => kind)).to.include.members(['pulling', 'phase', 'hand-off', 'finishing']);
    expect([root.startedAt, root.finishedAt]).to.deep.equal([view.createdAt, sinceOf(view)]);
    expect(own.filter(({ parentSpanId }) => parentSpanId === root.spanId)).to.have.length(own.length - 1);
    expect(root.attributes).to.include({ 'cicd.pipeline.result': 'success', 'taskpack.task_run.name': 'good-build' });
    expect(root.resource).to.include({ 'service.version': '1.2.3', 'k8s.cluster.name': 'some cluster' });
    const tekton = await until("Tekton's spans", async () => {
      const spans = ofTrace(collector, root.traceId).filter(({ service }) => service !== 'taskpack-controller');
      return spans.some(({ name }) => name === 'createPod') ? spans : undefined;
    });
    const [reconcile] = tekton.filter(({ name }) => name === 'TaskRun:ReconcileKind');
    expect(reconcile?.parentSpanId).to.equal(root.spanId);
    expect(tekton.map(({ service }) => service)).to.include('taskrun-reconciler');
  });

  it('have the same segments if Builds run as Pods', async () => {
    await native.bed().create('good');
    const its = await native.node('good');
    await its.accept();
    await runAll(its, '', OUTCOME);
    await native.bed().end('good');
    const { view, root, own } = await traced('good', PODS);
    expect(segmentsOf(own)).to.deep.equal(shownSegments(view));
    expect(view.waterfall.map(({ kind }) => kind)).to.include.members(['pulling', 'phase', 'hand-off', 'finishing']);
    expect(root.attributes).to.include({ 'taskpack.build.backend': 'native', 'k8s.node.name': 'nowhere' });
  });

  it('show the failed phase as an error', async () => {
    await bed().create('failing');
    const its = await started(await node('failing'));
    const start = Date.now() + 5_000;
    await its.set({ 'step-prepare': ended(0, start, 2), 'step-analyze': ended(0, start + 2_000, 1) });
    const skipped = ['restore', 'build', 'export', 'completion'].map((phase) => [`step-${phase}`, ended(1, start, 0)]);
    await its.set({ 'step-detect': ended(20, start + 4_000, 6), ...Object.fromEntries(skipped) });
    await bed().end('failing');
    const { view, root, own } = await traced('failing');
    expect(segmentsOf(own)).to.deep.equal(shownSegments(view));
    const failed = own.filter(({ error }) => error !== undefined);
    expect(failed.map(({ name }) => name)).to.have.members(['BUILD', 'detect']);
    expect(new Set(failed.map(({ error }) => error))).to.have.length(1);
    expect(root.error).to.contain('exit code 20');
    expect(root.attributes).to.include({ 'error.type': 'NothingDetected', 'cicd.pipeline.result': 'failure' });
  });

  it('are the same if a Build is reported again', async () => {
    const { build, pod } = await stored(TASK_RUNS, 'failing');
    const again = buildTrace({ build: asBuild(build), pod: asPod(pod), nowMs: 0 });
    const { own } = await traced('failing');
    const ids = [again?.build.id, ...(again?.segments ?? []).map(({ id }) => id)];
    expect(own.map(({ spanId }) => spanId)).to.have.members(ids);
  });

  it('have caused no problem', () => expect(problems).to.deep.equal([]));
});

function ofTrace(collector: Collector | undefined, traceId: string): readonly CollectedSpan[] {
  return collector?.spans().filter((span) => span.traceId === traceId) ?? [];
}

async function started(its: PodNode): Promise<PodNode> {
  await its.accept();
  await its.start();
  return its;
}

/** Runs each phase for two seconds, with a second between them. */
async function runAll(its: PodNode, prefix: string, message: string): Promise<void> {
  const { spec } = await its.pod();
  const containers = [...(spec.initContainers ?? []), ...spec.containers].map(({ name }) => name);
  const phases = PHASE_NAMES.map((phase) => `${prefix}${phase}`).filter((phase) => containers.includes(phase));
  const start = Date.now() + 5_000;
  for (const [index, phase] of phases.entries()) {
    const outcome = phase === `${prefix}completion` ? { message } : {};
    await its.set({ [phase]: runs() });
    await its.set({ [phase]: ended(0, start + index * 3_000, 2, outcome) });
  }
}

function ended(exitCode: number, startMs: number, seconds: number, fields: { readonly message?: string } = {}): State {
  const reason = exitCode === 0 ? 'Completed' : 'Error';
  const [startedAt, finishedAt] = [now(startMs), now(startMs + seconds * 1_000)];
  return { terminated: { exitCode, reason, startedAt, finishedAt, ...fields } };
}

function sinceOf({ state }: BuildView): string | undefined {
  return 'since' in state ? state.since : undefined;
}
