import { expect } from 'chai';
import { Registry } from 'prom-client';
import { gitMetrics } from '../../../../src/controller/observability/git-metrics.ts';
import { samplesOf } from './samples.ts';

describe('the metrics of sources', () => {
  it('count resolutions and queries, and read the age of the oldest query at each scrape', async () => {
    const registry = new Registry();
    const metrics = gitMetrics(registry);
    const age = async (): Promise<number | undefined> =>
      new Map(samplesOf(await registry.metrics())).get('taskpack_git_oldest_poll_seconds');
    expect(await age()).to.equal(0);
    metrics.resolution('git', 'resolved');
    metrics.resolution('git', 'NetworkFailed');
    metrics.query('answered');
    metrics.query('answered');
    metrics.versionQuery('blob', 'answered');
    let ageMs = 1_500;
    metrics.setOldestVersionQuery(() => 2_500);
    metrics.setOldestQuery(() => ageMs);
    expect(await age()).to.equal(1.5);
    ageMs = 0;
    expect(samplesOf(await registry.metrics())).to.deep.equal([
      ['taskpack_source_resolutions_total{source="git",outcome="resolved"}', 1],
      ['taskpack_source_resolutions_total{source="git",outcome="NetworkFailed"}', 1],
      ['taskpack_git_polls_total{outcome="answered"}', 2],
      ['taskpack_source_version_polls_total{source="blob",outcome="answered"}', 1],
      ['taskpack_git_oldest_poll_seconds', 0],
      ['taskpack_source_version_oldest_poll_seconds', 2.5],
    ]);
  });
});
