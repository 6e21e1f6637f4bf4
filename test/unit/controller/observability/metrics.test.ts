import { expect } from 'chai';
import { Registry } from 'prom-client';
import { buildMetrics } from '../../../../src/controller/observability/build-metrics.ts';
import { cacheMetrics } from '../../../../src/controller/observability/cache-metrics.ts';
import { controllerMetrics, leaderMetric } from '../../../../src/controller/observability/controller-metrics.ts';
import { combineObservers } from '../../../../src/controller/observability/controller-observer.ts';
import { apiRequestMetrics, registryRequestMetrics } from '../../../../src/controller/observability/request-metrics.ts';
import { samplesOf } from './samples.ts';

describe('metrics', () => {
  it('name the series of controllers as controller-runtime does', async () => {
    const registry = new Registry();
    const { controller, queue } = combineObservers([controllerMetrics(registry)('builds')]);
    queue.depth(3);
    queue.waited(250);
    controller.started('a');
    controller.started('b');
    controller.started('c');
    const ended = { key: 'a', durationMs: 20, requeueAfterMs: undefined };
    controller.ended({ ...ended, outcome: { kind: 'done' } });
    controller.ended({ ...ended, outcome: { kind: 'failed', error: 1 } });
    const samples = samplesOf(await registry.metrics());
    expect(Object.fromEntries(samples)).to.include({
      'workqueue_depth{name="builds"}': 3,
      'workqueue_queue_duration_seconds_sum{name="builds"}': 0.25,
      'workqueue_queue_duration_seconds_bucket{le="0.5",name="builds"}': 1,
      'workqueue_queue_duration_seconds_bucket{le="0.1",name="builds"}': 0,
      'controller_runtime_active_workers{controller="builds"}': 1,
      'controller_runtime_reconcile_total{controller="builds",result="success"}': 1,
      'controller_runtime_reconcile_total{controller="builds",result="error"}': 1,
      'controller_runtime_reconcile_time_seconds_count{controller="builds"}': 2,
      'controller_runtime_reconcile_time_seconds_sum{controller="builds"}': 0.04,
    });
  });

  it('have a limited number of series for Builds', async () => {
    const registry = new Registry();
    const metrics = buildMetrics(
      registry,
      {
        failures: ['TimedOut'],
        phases: ['detect', 'build'],
        backends: ['tekton', 'native'],
      },
      Date.now,
    );
    for (let index = 0; index < 1000; index += 1) {
      metrics.buildEnded({ failure: `failure ${index}`, backend: `backend ${index}`, seconds: 1 });
      metrics.phaseEnded(`phase ${index}`, `backend ${index}`, 1);
      metrics.buildEnded({ backend: 'native', seconds: 1 });
      metrics.phaseEnded('detect', 'tekton', 0.2);
    }
    const samples = samplesOf(await registry.metrics());
    expect(Object.fromEntries(samples)).to.include({
      'taskpack_builds_total{result="succeeded",failure="",backend="native"}': 1000,
      'taskpack_builds_total{result="failed",failure="other",backend="other"}': 1000,
      'taskpack_phase_duration_seconds_count{phase="detect",backend="tekton"}': 1000,
    });
    expect(samples.filter(([name]) => name.startsWith('taskpack_builds_total'))).to.have.length(2);
    expect(samples.filter(([name]) => name.includes('_count'))).to.have.length(4);
  });

  it('count failed Builds by who can fix them, from 0', async () => {
    const registry = new Registry();
    const metrics = buildMetrics(registry, { failures: [], phases: [], backends: [] }, Date.now);
    const failed = async (): Promise<unknown> =>
      samplesOf(await registry.metrics()).filter(([name]) => name.startsWith('taskpack_failed_builds_total'));
    const [user, platform, none, unknown] = ['user', 'platform', 'none', 'unknown'].map(
      (actor) => `taskpack_failed_builds_total{actor="${actor}"}`,
    );
    expect(await failed()).to.deep.equal([
      [user, 0],
      [platform, 0],
      [none, 0],
      [unknown, 0],
    ]);
    metrics.buildEnded({ backend: 'native' });
    metrics.buildEnded({ failure: 'ImagePullFailed', backend: 'native', actor: 'platform' });
    metrics.buildEnded({ failure: 'failed', backend: 'native' });
    expect(await failed()).to.deep.equal([
      [user, 0],
      [platform, 1],
      [none, 0],
      [unknown, 1],
    ]);
  });

  it('measure Builds by their result', async () => {
    const registry = new Registry();
    const metrics = buildMetrics(registry, { failures: [], phases: [], backends: ['native'] }, Date.now);
    metrics.buildEnded({ backend: 'native', seconds: 50 });
    metrics.buildEnded({ failure: 'TimedOut', backend: 'native', seconds: 7 });
    expect(Object.fromEntries(samplesOf(await registry.metrics()))).to.include({
      'taskpack_build_duration_seconds_sum{result="succeeded",backend="native"}': 50,
      'taskpack_build_duration_seconds_bucket{le="10",result="failed",backend="native"}': 1,
    });
  });

  it('count unfinished Builds at each scrape, and measure how long the oldest waits', async () => {
    const registry = new Registry();
    const metrics = buildMetrics(registry, { failures: [], phases: [], backends: [] }, () => 100_000);
    const shown = async (): Promise<unknown> =>
      samplesOf(await registry.metrics()).filter(([name]) => /unfinished|oldest/.test(name));
    const [waiting, running] = ['waiting', 'running'].map((state) => `taskpack_unfinished_builds{state="${state}"}`);
    const oldest = 'taskpack_oldest_waiting_build_seconds';
    expect(await shown()).to.deep.equal([
      [waiting, 0],
      [running, 0],
      [oldest, 0],
    ]);
    metrics.setUnfinished(() => [
      { state: 'waiting', createdMs: 40_000 },
      { state: 'running', createdMs: 1_000 },
      { state: 'waiting', createdMs: 70_000 },
    ]);
    expect(await shown()).to.deep.equal([
      [waiting, 2],
      [running, 1],
      [oldest, 60],
    ]);
    // Another clock than the API server's.
    metrics.setUnfinished(() => [{ state: 'waiting', createdMs: 200_000 }]);
    expect(await shown()).to.deep.equal([
      [waiting, 1],
      [running, 0],
      [oldest, 0],
    ]);
  });

  it('show which process leads', async () => {
    const registry = new Registry();
    let isLeading = false;
    leaderMetric(registry, 'a-lease', () => isLeading);
    expect(samplesOf(await registry.metrics())).to.deep.equal([['leader_election_master_status{name="a-lease"}', 0]]);
    isLeading = true;
    expect(samplesOf(await registry.metrics())).to.deep.equal([['leader_election_master_status{name="a-lease"}', 1]]);
  });

  it('count requests by method and status with a limited number of series', async () => {
    const registry = new Registry();
    const api = apiRequestMetrics(registry);
    const registries = registryRequestMetrics(registry);
    api('GET', 200);
    api('GET', undefined);
    for (let status = 200; status < 1000; status += 1) registries(`M${status}`, status);
    const samples = samplesOf(await registry.metrics());
    expect(Object.fromEntries(samples)).to.include({
      'rest_client_requests_total{method="GET",code="200"}': 1,
      'rest_client_requests_total{method="GET",code="<error>"}': 1,
      'taskpack_registry_requests_total{method="other",code="404"}': 1,
    });
    expect(samples.length).to.be.lessThan(250);
  });

  it('read the state of the caches at each scrape', async () => {
    const registry = new Registry();
    let isSynced = false;
    const failed = cacheMetrics(registry, () => [{ resource: 'builds', isSynced, objects: 2 }]);
    failed('builds', 'watch');
    const before = Object.fromEntries(samplesOf(await registry.metrics()));
    isSynced = true;
    const after = Object.fromEntries(samplesOf(await registry.metrics()));
    expect(before).to.include({ 'taskpack_cache_synced{resource="builds"}': 0 });
    expect(after).to.include({
      'taskpack_cache_synced{resource="builds"}': 1,
      'taskpack_cache_objects{resource="builds"}': 2,
      'taskpack_cache_failures_total{resource="builds",during="watch"}': 1,
    });
  });
});
