import { asImage } from '../../../../src/core/model/objects/image.ts';
import { expect } from 'chai';
import { podNeeds } from '../../../../src/insight/doctor/pod-needs.ts';
import { largestImage, probeObjects } from '../../../../src/insight/doctor/probe-build.ts';
import { tektonFeatures } from '../../../../src/core/model/tekton-features.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { IMAGE } from './some-facts.ts';

const GIB = 2n ** 30n * 1_000_000_000n;
const CPU = 1_000_000_000n;

function container(memory: string, fields: JsonObject = {}): JsonObject {
  return { resources: { requests: { memory }, limits: { memory: '4Gi' } }, ...fields };
}

function image(name: string, resources: JsonObject): JsonObject {
  return { metadata: { name }, spec: { build: { resources } } };
}

describe('what a Pod counts for a quota', () => {
  it('is the sum of its containers, or its largest init container', () => {
    const spec = {
      initContainers: [container('3Gi'), container('1Gi')],
      containers: [container('1Gi'), container('1Gi')],
    };
    expect(podNeeds({ spec }).get('requests.memory')).to.equal(3n * GIB);
    expect(podNeeds({ spec }).get('memory')).to.equal(3n * GIB);
    expect(podNeeds({ spec }).get('limits.memory')).to.equal(8n * GIB);
    expect(podNeeds({ spec }).get('pods')).to.equal(CPU);
  });

  it('includes native sidecars beside everything that starts after them', () => {
    const initContainers = [container('1Gi', { restartPolicy: 'Always' }), container('3Gi')];
    expect(podNeeds({ spec: { initContainers, containers: [container('2Gi')] } }).get('memory')).to.equal(4n * GIB);
    const last = { initContainers: initContainers.toReversed(), containers: [container('1Gi')] };
    expect(podNeeds({ spec: last }).get('memory')).to.equal(3n * GIB);
  });

  it('takes the limit for an absent request', () => {
    const containers = [{ resources: { limits: { cpu: '500m' } } }];
    expect(podNeeds({ spec: { containers } }).get('requests.cpu')).to.equal(CPU / 2n);
  });

  it('is the same for all workloads of a Build, except the limits of phases that run side by side', () => {
    const { pods } = probeObjects(asImage(IMAGE), {
      namespace: 'team',
      images: { steps: 'steps', entrypoint: 'entrypoint' },
      hasDummySidecar: false,
      setsSecurityContext: true,
      tektonFeatures: tektonFeatures({}),
    });
    const requests = Object.values(pods).map((pod) => podNeeds(pod).get('requests.memory'));
    expect(requests).to.deep.equal([GIB, GIB, GIB]);
    expect(podNeeds(pods['pod-init']).get('limits.memory')).to.equal(2n * GIB);
    expect(podNeeds(pods.taskrun).get('limits.memory')).to.equal(14n * GIB);
  });
});

describe('the Image whose Build is tried', () => {
  it('needs most memory, then most CPU', () => {
    const images = [
      image('none', {}),
      image('limits', { limits: { memory: '2Gi' } }),
      image('small', { requests: { memory: '1Gi', cpu: '8' } }),
      image('large', { requests: { memory: '2Gi', cpu: '1' } }),
    ];
    expect(largestImage(images.map(asImage))?.metadata.name).to.equal('large');
    expect(largestImage([])).to.equal(undefined);
  });
});
