import { expect } from 'chai';
import { Registry } from 'prom-client';
import { imageMetrics, type CountedImage, type WaitingCause } from '../../../src/observability/image-metrics.ts';
import { samplesOf } from './samples.ts';

describe('the metrics of Images', () => {
  it('count Builds by their reasons, and Images by the condition Ready at each scrape', async () => {
    const registry = new Registry();
    const metrics = imageMetrics(registry);
    let images: readonly CountedImage[] = [ready('True', 'UpToDate'), ready('True', 'UpToDate'), {}];
    metrics.setImages(() => images);
    metrics.buildCreated('COMMIT,CONFIG');
    expect(samplesOf(await registry.metrics())).to.deep.equal([
      ['taskpack_images{ready="True",reason="UpToDate"}', 2],
      ['taskpack_images{ready="Unknown",reason=""}', 1],
      ['taskpack_image_builds_queued{cause="people"}', 0],
      ['taskpack_image_builds_queued{cause="builders"}', 0],
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
    const metrics = imageMetrics(registry);
    let causes: readonly WaitingCause['cause'][] = ['builders', 'people', 'builders'];
    metrics.setWaiting(() => causes.map((cause) => ({ cause })));
    const queued = async (): Promise<unknown> =>
      samplesOf(await registry.metrics()).filter(([name]) => name.startsWith('taskpack_image_builds_queued'));
    expect(await queued()).to.deep.equal([
      ['taskpack_image_builds_queued{cause="people"}', 1],
      ['taskpack_image_builds_queued{cause="builders"}', 2],
    ]);
    causes = [];
    expect(await queued()).to.deep.equal([
      ['taskpack_image_builds_queued{cause="people"}', 0],
      ['taskpack_image_builds_queued{cause="builders"}', 0],
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
