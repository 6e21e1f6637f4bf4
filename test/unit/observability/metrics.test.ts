import { expect } from 'chai';
import { Registry } from 'prom-client';
import { buildMetrics } from '../../../src/observability/build-metrics.ts';
import { cacheMetrics } from '../../../src/observability/cache-metrics.ts';
import { controllerMetrics } from '../../../src/observability/controller-metrics.ts';
import { combineObservers } from '../../../src/observability/controller-observer.ts';
import { apiRequestMetrics, registryRequestMetrics } from '../../../src/observability/request-metrics.ts';
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
    const metrics = buildMetrics(registry, {
      outcomes: ['succeeded', 'TimedOut'],
      phases: ['detect', 'build'],
      backends: ['tekton', 'native'],
    });
    for (let index = 0; index < 1000; index += 1) {
      metrics.buildEnded(`outcome ${index}`, `backend ${index}`);
      metrics.phaseEnded(`phase ${index}`, `backend ${index}`, 1);
      metrics.buildEnded('succeeded', 'native');
      metrics.phaseEnded('detect', 'tekton', 0.2);
    }
    const samples = samplesOf(await registry.metrics());
    expect(Object.fromEntries(samples)).to.include({
      'taskpack_builds_total{outcome="succeeded",backend="native"}': 1000,
      'taskpack_builds_total{outcome="other",backend="other"}': 1000,
      'taskpack_phase_duration_seconds_count{phase="detect",backend="tekton"}': 1000,
    });
    expect(samples.filter(([name]) => name.startsWith('taskpack_builds_total'))).to.have.length(2);
    expect(samples.filter(([name]) => name.includes('_count'))).to.have.length(2);
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
