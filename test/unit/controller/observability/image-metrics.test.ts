import { expect } from 'chai';
import { Registry } from 'prom-client';
import {
  imageMetrics,
  type CountedImage,
  type QueuedBuild,
} from '../../../../src/controller/observability/image-metrics.ts';
import { samplesOf } from './samples.ts';

describe('the metrics of Images', () => {
  it('count Builds by their reasons, and Images by the condition Ready at each scrape', async () => {
    const registry = new Registry();
    const metrics = imageMetrics(registry, () => 60_000);
    let images: readonly CountedImage[] = [ready('True', 'UpToDate'), ready('True', 'UpToDate'), {}];
    metrics.setImages(() => images);
    metrics.setSharedTags(() => 2);
    metrics.buildCreated('COMMIT,CONFIG');
    expect(samplesOf(await registry.metrics())).to.deep.equal([
      ['taskpack_images{ready="True",reason="UpToDate"}', 2],
      ['taskpack_images{ready="Unknown",reason=""}', 1],
      ['taskpack_image_builds_queued{initiator="people"}', 0],
      ['taskpack_image_builds_queued{initiator="builders"}', 0],
      ['taskpack_image_builds_oldest_queued_seconds', 0],
      ['taskpack_image_tags_of_several_namespaces', 2],
      ['taskpack_image_builds_total{reason="COMMIT,CONFIG"}', 1],
    ]);
    images = [ready('False', 'BuildFailed')];
    expect(samplesOf(await registry.metrics())).to.deep.include([
      'taskpack_images{ready="False",reason="BuildFailed"}',
      1,
    ]);
    expect(await registry.metrics()).not.to.include('UpToDate');
  });

  it('count the Builds that wait at each scrape, by who causes them', async () => {
    const registry = new Registry();
    const metrics = imageMetrics(registry, () => 60_000);
    let causes: readonly QueuedBuild['initiator'][] = ['builders', 'people', 'builders'];
    metrics.setWaiting(() => causes.map((initiator, index) => ({ initiator, sinceMs: 30_000 + index * 10_000 })));
    const queued = async (): Promise<unknown> =>
      samplesOf(await registry.metrics()).filter(([name]) => name.includes('queued'));
    expect(await queued()).to.deep.equal([
      ['taskpack_image_builds_queued{initiator="people"}', 1],
      ['taskpack_image_builds_queued{initiator="builders"}', 2],
      ['taskpack_image_builds_oldest_queued_seconds', 30],
    ]);
    causes = [];
    expect(await queued()).to.deep.equal([
      ['taskpack_image_builds_queued{initiator="people"}', 0],
      ['taskpack_image_builds_queued{initiator="builders"}', 0],
      ['taskpack_image_builds_oldest_queued_seconds', 0],
    ]);
  });
});

function ready(status: string, reason: string): CountedImage {
  return {
    status: {
      conditions: [
        { type: 'Other', status: 'False' },
        { type: 'Ready', status, reason },
      ],
    },
  };
}
