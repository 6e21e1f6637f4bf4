import { expect } from 'chai';
import { Registry } from 'prom-client';
import { imageMetrics, type CountedImage } from '../../../src/observability/image-metrics.ts';
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
      ['taskpack_image_builds_total{reason="COMMIT,CONFIG"}', 1],
    ]);
    images = [ready('False', 'BuildFailed')];
    expect(samplesOf(await registry.metrics())).to.deep.include([
      'taskpack_images{ready="False",reason="BuildFailed"}',
      1,
    ]);
    expect(await registry.metrics()).not.to.include('UpToDate');
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
