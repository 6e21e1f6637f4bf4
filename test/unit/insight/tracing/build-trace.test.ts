import * as conventions from '@opentelemetry/semantic-conventions/incubating';
import { asBuild } from '../../../../src/core/model/objects/build.ts';
import { asPod } from '../../../../src/core/model/objects/pod.ts';
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { buildTrace, type BuildTrace, type TraceSpan } from '../../../../src/insight/tracing/build-trace.ts';
import { buildView } from '../../../../src/insight/views/build-view.ts';
import { at, NOW_MS, someBuild, step, succeeded } from '../views/some-objects.ts';

const UID = 'A1b2c3d4-e5f6-4789-8abc-def012345678';

const POD: JsonObject = {
  metadata: { creationTimestamp: at('00:02') },
  spec: { nodeName: 'node-1', containers: [{ name: 'step-prepare' }] },
  status: {
    conditions: [{ type: 'PodScheduled', status: 'True', lastTransitionTime: at('00:04') }],
    containerStatuses: [{ name: 'step-prepare', state: { running: { startedAt: at('00:09') } } }],
  },
};

const DONE: JsonObject = {
  conditions: [succeeded('True', at('00:25'))],
  backend: 'tekton',
  taskRunName: 'shop-build-2-build',
  podName: 'shop-build-2-build-pod',
  latestImage: `registry.example/shop@sha256:${'c'.repeat(64)}`,
  steps: [step('prepare', '00:09', '00:14'), step('analyze', '00:16', '00:18')],
};

const CAUSED: JsonObject = {
  labels: {},
  annotations: { 'image.kpack.io/reason': 'COMMIT,CONFIG', 'image.kpack.io/builderName': 'base' },
};

function failed(
  failure: JsonObject,
  steps: readonly JsonObject[] = [step('detect', '00:09', '00:14', 20)],
): JsonObject {
  return { conditions: [succeeded('False', at('00:25'), { message: 'it failed' })], failure, steps };
}

function traceOf(status: JsonObject, spec: JsonObject = {}, metadata: JsonObject = {}): BuildTrace {
  const trace = buildTrace({
    build: asBuild(someBuild(status, { uid: UID, ...metadata }, spec)),
    pod: asPod(POD),
    nowMs: NOW_MS,
  });
  if (trace === undefined) throw new Error('the Build has no trace');
  return trace;
}

/** Formats spans as `NAME FROM-TO`, with their error. */
function shown({ name, startedAt, finishedAt, error }: TraceSpan): string {
  const times = `${startedAt.slice(14, 19)}-${finishedAt.slice(14, 19)}`;
  return [`${name} ${times}`, ...(error === undefined ? [] : [error])].join(' ');
}

describe('the trace of a Build', () => {
  it('has a span for the Build, and one for each segment of its waterfall', () => {
    const { traceId, build, segments } = traceOf(DONE);
    expect(traceId).to.equal('a1b2c3d4e5f647898abcdef012345678');
    expect([build, ...segments].map(shown)).to.deep.equal([
      'BUILD shop 00:00-00:25',
      'creating-pod 00:00-00:02',
      'scheduling 00:02-00:04',
      'pulling 00:04-00:09',
      'prepare 00:09-00:14',
      'hand-off 00:14-00:16',
      'analyze 00:16-00:18',
      'finishing 00:18-00:25',
    ]);
  });

  it('has ids that depend on the UID alone, so that a second export is the same trace', () => {
    const { build, segments } = traceOf(DONE);
    const ids = [build, ...segments].map(({ id }) => id);
    expect(new Set(ids)).to.have.length(8);
    for (const id of ids) expect(id).to.match(/^[0-9a-f]{16}$/);
    expect(traceOf(DONE)).to.deep.equal(traceOf(DONE));
    expect(traceOf(failed({})).build.id).to.equal(build.id);
    expect(traceOf(DONE, {}, { uid: UID.replace('A', 'B') }).build.id).not.to.equal(build.id);
  });

  it('describes the Build', () => {
    expect(traceOf(DONE).build.attributes).to.deep.equal({
      'cicd.pipeline.action.name': 'BUILD',
      'cicd.pipeline.name': 'shop',
      'cicd.pipeline.run.id': UID,
      'cicd.pipeline.result': 'success',
      'k8s.namespace.name': 'team',
      'k8s.pod.name': 'shop-build-2-build-pod',
      'k8s.node.name': 'node-1',
      'taskpack.build.name': 'shop-build-2',
      'taskpack.build.number': 2,
      'taskpack.build.backend': 'tekton',
      'taskpack.build.builder': 'registry.example/builder@sha256:aa',
      'taskpack.task_run.name': 'shop-build-2-build',
      'vcs.repository.url.full': 'https://git.example/shop.git',
      'vcs.ref.head.revision': 'b'.repeat(40),
      'container.image.name': 'registry.example/shop',
      'oci.manifest.digest': `sha256:${'c'.repeat(64)}`,
    });
  });

  it('describes phases as tasks, and other segments by their kind', () => {
    const [creation, , , prepare] = traceOf(DONE).segments;
    expect(creation?.attributes).to.deep.equal({ 'taskpack.segment': 'creating-pod' });
    expect(prepare?.attributes).to.deep.equal({
      'taskpack.segment': 'phase',
      'cicd.pipeline.task.name': 'prepare',
      'cicd.pipeline.task.run.result': 'success',
      'process.exit.code': 0,
    });
  });

  it('names the Image, its cause and its builder, and not the name of a single Build in the name of a span', () => {
    const { build } = traceOf(DONE, {}, CAUSED);
    expect(build.name).to.equal('BUILD');
    expect(build.attributes).to.include({
      'cicd.pipeline.name': 'shop-build-2',
      'taskpack.build.cause': 'COMMIT,CONFIG',
      'taskpack.build.builder': 'Builder/base',
    });
  });

  const results: readonly (readonly [
    failure: Readonly<Record<string, string>>,
    result: string,
    error: string | undefined,
  ])[] = [
    [{ reason: 'NothingDetected', actor: 'user', phase: 'detect' }, 'failure', 'it failed'],
    [{ reason: 'ImagePullFailed', actor: 'platform' }, 'error', 'it failed'],
    [{ reason: 'TimedOut', actor: 'user' }, 'timeout', 'it failed'],
    [{ reason: 'Cancelled', actor: 'user' }, 'cancellation', undefined],
  ];
  for (const [failure, result, error] of results) {
    it(`of a Build with the failure ${failure['reason']} has the result ${result}`, () => {
      const { build, segments } = traceOf(failed(failure));
      const phase = segments.find(({ name }) => name === 'detect');
      expect(build.attributes['cicd.pipeline.result']).to.equal(result);
      expect(build.attributes['error.type']).to.equal(error === undefined ? undefined : failure['reason']);
      expect(build.attributes['taskpack.build.failed_phase']).to.equal(failure['phase']);
      expect([build.error, phase?.error]).to.deep.equal([error, error]);
      expect(phase?.attributes).to.include({ 'cicd.pipeline.task.run.result': result, 'process.exit.code': 20 });
      expect(segments.filter(({ name }) => name !== 'detect').map((segment) => segment.error)).to.not.include(
        error ?? 'x',
      );
    });
  }

  it('has no login of a URL', () => {
    const source = { git: { url: 'https://user:hunter22@git.example/x.git', revision: 'main' } };
    const status = failed({ message: 'fatal: https://user:hunter22@git.example/x.git not found' });
    const trace = traceOf(status, { source, builder: { image: 'https://a:hunter22@registry.example/b' } });
    expect(JSON.stringify(trace)).to.not.include('hunter22');
    expect(trace.build.attributes['vcs.repository.url.full']).to.equal('https://git.example/x.git');
    expect(trace.build.error).to.equal('fatal: https://***@git.example/x.git not found');
  });

  it('has no URL of a blob, whose query can be a signature', () => {
    const trace = traceOf(DONE, { source: { blob: { url: 'https://blob.example/x.zip?sig=hunter22' } } });
    expect(JSON.stringify(trace)).to.not.include('hunter22');
    const registry = traceOf(DONE, { source: { registry: { image: 'registry.example/source' } } });
    expect(registry.build.attributes['taskpack.source.image']).to.equal('registry.example/source');
  });

  it('never ends before it starts, although clocks differ', () => {
    const { build } = traceOf({ conditions: [succeeded('True', '2026-03-01T09:59:58Z')] });
    expect(shown(build)).to.equal('BUILD shop 00:00-00:00');
  });

  const without: readonly (readonly [title: string, status: JsonObject, metadata: JsonObject])[] = [
    ['that has not ended', { conditions: [succeeded('Unknown')] }, {}],
    ['without a UID', DONE, { uid: '' }],
    ['without a time of creation', DONE, { creationTimestamp: '' }],
    ['without a time of its end', { conditions: [succeeded('True', '')] }, {}],
  ];
  for (const [title, status, metadata] of without) {
    it(`is absent for a Build ${title}`, () => {
      const build = someBuild(status, { uid: UID, ...metadata });
      expect(buildTrace({ build: asBuild(build), nowMs: NOW_MS })).to.equal(undefined);
    });
  }

  it('uses the names of attributes of OpenTelemetry, or the prefix taskpack, and the documentation lists them', () => {
    const known = new Set<unknown>(Object.values(conventions));
    const guide = readFileSync('docs/how-to/trace-builds.md', 'utf8');
    const everything = failed({ reason: 'TimedOut', phase: 'detect' }, DONE['steps'] as readonly JsonObject[]);
    const caused = traceOf(DONE, { source: { registry: { image: 'x' } } }, CAUSED);
    const spans = [traceOf(DONE), traceOf(everything), caused].flatMap(({ build, segments }) => [build, ...segments]);
    const names = new Set(spans.flatMap(({ attributes }) => Object.keys(attributes)));
    const listed = [...guide.matchAll(/`((?:taskpack|cicd|k8s|vcs|oci|container|process|error)\.[a-z_.]+)`/g)];
    expect([...names]).to.have.members(listed.flatMap(([, name]) => name ?? []));
    const foreign = [...names].filter((name) => !name.startsWith('taskpack.') && !known.has(name));
    expect(foreign).to.deep.equal([]);
    expect(names).to.include('error.type').and.include('cicd.pipeline.result');
  });

  it('has exactly the times of the waterfall', () => {
    const build = someBuild(DONE, { uid: UID });
    const view = buildView({ build: asBuild(build), pod: asPod(POD), nowMs: NOW_MS });
    const times = traceOf(DONE).segments.map(({ startedAt, finishedAt }) => ({ startedAt, finishedAt }));
    expect(times).to.deep.equal(view.waterfall.map(({ startedAt, finishedAt }) => ({ startedAt, finishedAt })));
  });
});
