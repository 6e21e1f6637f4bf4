import { expect } from 'chai';
import { createServer } from 'node:net';
import { collectorPort, startCollector, type Collector } from '../../cluster/collector/collector.ts';
import type { CollectedSpan } from '../../cluster/collector/spans.ts';
import { until } from '../../cluster/processes/until.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { buildCommand } from '../../support/command.ts';
import { controllerProcess, type ControllerProcess } from '../../support/controller-process.ts';
import { buildBed, type BuildBed } from '../controllers/builds/build-bed.ts';
import { kpackCluster } from '../crds/kpack-cluster.ts';

const NAMESPACE = 'traces-of-the-command';

/** A Build that is cancelled at once needs no registry and no node. */
const CANCELLED = { annotations: { 'taskpack.dev/cancel': 'true' } };

describe('taskpack controller with the variables of OpenTelemetry', function () {
  this.timeout(120_000);
  let cluster: Cluster;
  let bed: BuildBed;
  let port: number;
  let collector: Collector | undefined;
  let controller: ControllerProcess | undefined;

  before(async function () {
    // The first run builds the programs.
    this.timeout(1_800_000);
    buildCommand();
    cluster = await kpackCluster();
    bed = await buildBed(cluster, NAMESPACE);
    port = await collectorPort();
  });
  afterEach(async () => {
    controller?.kill('SIGTERM');
    await controller?.ended;
    await collector?.stop();
    [controller, collector] = [undefined, undefined];
  });

  const start = async (environment: Readonly<Record<string, string>> = {}): Promise<ControllerProcess> => {
    const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, LEASE_NAMESPACE: NAMESPACE };
    controller = controllerProcess(cluster.kubeconfig, { ...variables, ...environment }, ['--namespace', NAMESPACE]);
    await controller.says('leading');
    return controller;
  };
  const cancelled = async (name: string): Promise<KubernetesObject> => {
    const build = await bed.create(name, {}, CANCELLED);
    await bed.end(name);
    return build;
  };
  const spansOf = ({ metadata }: KubernetesObject): readonly CollectedSpan[] => {
    const traceId = String(metadata['uid']).replaceAll('-', '');
    return collector?.spans().filter((span) => span.traceId === traceId) ?? [];
  };
  const messages = (level: string): readonly string[] =>
    controller
      ?.log()
      .filter((line) => line.level === level)
      .map(({ message }) => message) ?? [];

  it('exports the traces that wait when it stops', async () => {
    collector = await startCollector(port);
    // Longer than the test.
    const { kill, ended } = await start({ OTEL_BSP_SCHEDULE_DELAY: '600000', OTEL_SERVICE_NAME: 'renamed' });
    const build = await cancelled('stopped');
    expect(spansOf(build)).to.deep.equal([]);
    kill('SIGTERM');
    expect(await ended).to.equal(0);
    const spans = await until('the trace', async () => nonEmpty(spansOf(build)));
    const [root, segments] = [spans.find(({ name }) => name === 'BUILD'), spans.filter(({ name }) => name !== 'BUILD')];
    expect(root).to.include({ name: 'BUILD', kind: 2, service: 'renamed', error: undefined });
    expect(root?.attributes).to.include({
      'cicd.pipeline.result': 'cancellation',
      'cicd.pipeline.name': 'stopped',
      'k8s.namespace.name': NAMESPACE,
    });
    expect(segments.length).to.be.lessThan(2);
    expect(messages('warn')).to.deep.equal([]);
  });

  it('runs Builds and warns once while there is no collector, and exports again as soon as there is one', async () => {
    await start({ OTEL_BSP_SCHEDULE_DELAY: '50', OTEL_EXPORTER_OTLP_TIMEOUT: '200' });
    for (const name of ['first', 'second', 'third']) {
      await cancelled(name);
      await until('the failure', async () => messages('warn')[0]);
    }
    expect(messages('warn')).to.have.length(1);
    expect(messages('warn')[0]).to.match(/^traces cannot be exported: .*ECONNREFUSED.*; Builds continue$/);
    collector = await startCollector(port);
    const build = await cancelled('fourth');
    await until('the trace', async () => nonEmpty(spansOf(build)));
    expect(messages('info')).to.include('traces are exported again');
  });

  it('stops in time although the collector never answers', async () => {
    const silent = createServer().listen(port, '127.0.0.1');
    const { kill, ended } = await start({ OTEL_EXPORTER_OTLP_TIMEOUT: '1000' });
    await cancelled('unanswered');
    const asked = performance.now();
    kill('SIGTERM');
    expect(await ended).to.equal(0);
    expect(performance.now() - asked).to.be.lessThan(8000);
    expect(messages('warn').join()).to.match(/^traces cannot be exported: Request timed out; Builds continue$/);
    silent.close();
  });

  it('exports no trace that the sampler leaves out', async () => {
    collector = await startCollector(port);
    const { kill, ended } = await start({ OTEL_TRACES_SAMPLER: 'always_off' });
    await cancelled('unsampled');
    kill('SIGTERM');
    await ended;
    expect(collector.spans()).to.deep.equal([]);
  });

  it('warns of values that it cannot use, and runs Builds without traces', async () => {
    await start({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' });
    await cancelled('without');
    expect(messages('warn')).to.deep.equal([
      'OTEL_EXPORTER_OTLP_PROTOCOL: must be http/protobuf, not "grpc"; no traces are exported',
    ]);
  });

  it('warns of values that the SDK cannot use', async () => {
    collector = await startCollector(port);
    await start({ OTEL_BSP_MAX_QUEUE_SIZE: 'many' });
    expect(messages('warn').join()).to.contain('OTEL_BSP_MAX_QUEUE_SIZE');
  });
});

function nonEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}
