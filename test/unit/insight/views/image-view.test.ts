import { expect } from 'chai';
import { asImage, asSourceResolver } from '../../../../src/core/model/objects/image.ts';
import { asBuild } from '../../../../src/core/model/objects/build.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { imageView } from '../../../../src/insight/views/image-view.ts';
import { imageReason } from '../../../../src/insight/views/state-texts.ts';
import { at, NOW_MS, someBuild, someImage, succeeded } from './some-objects.ts';

/** A Build of the Image `shop` with this number, which has ended unless the status is `Unknown`. */
function byHand(name: string, status: JsonObject): JsonObject {
  return someBuild(status, { name, labels: {} });
}

function numbered(number: number, status: string, metadata: JsonObject = {}): JsonObject {
  return someBuild(
    { conditions: [succeeded(status)] },
    {
      name: `shop-build-${number}`,
      labels: { 'image.kpack.io/image': 'shop', 'image.kpack.io/buildNumber': `${number}` },
      ...metadata,
    },
  );
}

function ownedBy(uid: string): JsonObject {
  return { ownerReferences: [{ apiVersion: 'kpack.io/v1alpha2', kind: 'Image', name: 'shop', uid, controller: true }] };
}

describe('the state of an Image', () => {
  const cases: readonly (readonly [
    kind: string,
    image: JsonObject,
    builds?: readonly JsonObject[],
    message?: string,
  ])[] = [
    ['ready', someImage({ status: 'True', reason: 'UpToDate' })],
    ['building', someImage({ status: 'Unknown', reason: 'BuildRunning', message: 'it runs' }), [], 'it runs'],
    ['queued', someImage({ status: 'Unknown', reason: 'Queued' })],
    ['waiting', someImage({ status: 'Unknown', reason: 'ResolverNotReady' })],
    ['failed', someImage({ status: 'False', reason: 'BuildFailed' })],
    ['not-ready', someImage({ status: 'False', reason: 'BuilderNotFound' })],
    ['building', someImage({ status: 'Unknown' }), [numbered(1, 'Unknown')]],
    ['waiting', someImage({ status: 'Unknown' }), [numbered(1, 'True')]],
    ['failed', someImage({ status: 'False' }), [numbered(1, 'False')]],
    ['not-ready', someImage({ status: 'False' }), [numbered(1, 'True')]],
    [
      'waiting',
      someImage({ status: 'True' }, { observedGeneration: 2 }),
      [],
      'No controller has observed the last change of the Image yet.',
    ],
    [
      'waiting',
      { metadata: { name: 'shop' } },
      [],
      'No controller has observed the Image yet. Check with "taskpack doctor" that the controller runs.',
    ],
  ];
  for (const [kind, image, builds = [], message] of cases) {
    it(`is ${kind} for ${JSON.stringify(image['status'])?.slice(0, 110)} and ${builds.length} Builds`, () => {
      const { state } = imageView({ image: asImage(image), builds: builds.map(asBuild), nowMs: NOW_MS });
      expect([state.kind, 'message' in state ? state.message : undefined]).to.deep.equal([kind, message]);
    });
  }
});

describe('the reason of an Image', () => {
  it('does not repeat the state', () => {
    const reasons = ['Queued', 'ResolverNotReady'].map((reason) =>
      imageReason(imageView({ image: asImage(someImage({ status: 'Unknown', reason })), builds: [], nowMs: NOW_MS })),
    );
    expect(reasons).to.deep.equal([undefined, 'ResolverNotReady']);
  });
});

describe('the view of an Image', () => {
  it('has its Builds by number, newest first, without those of other Images', () => {
    const builds = [
      numbered(2, 'True', ownedBy('image-uid')),
      numbered(10, 'False', ownedBy('image-uid')),
      numbered(9, 'True', { namespace: 'other' }),
      numbered(3, 'True', ownedBy('uid-of-a-deleted-image')),
      someBuild({}, { labels: { 'image.kpack.io/image': 'shop' } }),
      someBuild({}, { labels: { 'image.kpack.io/image': 'cart', 'image.kpack.io/buildNumber': '7' } }),
    ];
    const view = imageView({
      image: asImage(someImage({ status: 'True' })),
      builds: builds.map(asBuild),
      nowMs: NOW_MS,
    });
    expect(view.builds.map(({ number }) => number)).to.deep.equal([10, 2]);
    expect(view).to.not.have.property('queuedBehind');
  });

  it('has the resolved source, and warns of conditions that are not true', () => {
    const image = someImage(
      { status: 'False', reason: 'BuilderNotReady', message: 'Error: no builder' },
      {
        latestImage: 'registry.example/shop@sha256:cc',
        conditions: [
          { type: 'Ready', status: 'False', reason: 'BuilderNotReady', message: 'Error: no builder' },
          { type: 'BuilderReady', status: 'False', message: 'Error: no builder' },
          { type: 'BuilderUpToDate', status: 'False', reason: 'BuilderNotUpToDate', message: 'old stack' },
          { type: 'CacheReady', status: 'True' },
        ],
      },
    );
    const resolver = {
      status: {
        source: { git: { url: 'https://git.example/shop.git', revision: 'c'.repeat(40), type: 'Branch' } },
        conditions: [{ type: 'Ready', status: 'Unknown', reason: 'Unreachable', message: 'no route' }],
      },
    };
    expect(
      imageView({ image: asImage(image), builds: [], resolver: asSourceResolver(resolver), nowMs: NOW_MS }),
    ).to.deep.equal({
      apiVersion: 'taskpack.dev/v1alpha1',
      kind: 'ImageView',
      name: 'shop',
      namespace: 'team',
      createdAt: '2026-02-01T10:00:00Z',
      tag: 'registry.example/shop',
      builder: { kind: 'ClusterBuilder', name: 'base' },
      state: { kind: 'not-ready', reason: 'BuilderNotReady', message: 'Error: no builder' },
      latestImage: 'registry.example/shop@sha256:cc',
      additionalTags: [],
      serviceAccount: 'default',
      source: { kind: 'git', url: 'https://git.example/shop.git', revision: 'main' },
      resolvedSource: {
        kind: 'git',
        url: 'https://git.example/shop.git',
        revision: 'c'.repeat(40),
        commit: 'c'.repeat(40),
      },
      warnings: [
        { type: 'BuilderUpToDate', status: 'False', reason: 'BuilderNotUpToDate', message: 'old stack' },
        { type: 'SourceReady', status: 'Unknown', reason: 'Unreachable', message: 'no route' },
      ],
      builds: [],
    });
  });

  it('warns of a source that is known, but perhaps not up to date', () => {
    const conditions = [
      { type: 'Ready', status: 'True' },
      { type: 'ActivePolling', status: 'False' },
      { type: 'UpToDate', status: 'False', reason: 'NetworkFailed', message: 'no route' },
      { type: 'SubPathCompared', status: 'False', reason: 'SubPathNotFound', message: 'no folder' },
    ];
    const view = imageView({
      image: asImage(someImage({ status: 'True' })),
      builds: [],
      resolver: asSourceResolver({ status: { conditions } }),
      nowMs: NOW_MS,
    });
    expect(view.warnings).to.deep.equal([
      { type: 'SourceUpToDate', status: 'False', reason: 'NetworkFailed', message: 'no route' },
      { type: 'SubPathCompared', status: 'False', reason: 'SubPathNotFound', message: 'no folder' },
    ]);
  });

  it('names the unfinished Builds that a queued Image waits for', () => {
    const image = someImage({ status: 'Unknown', reason: 'Queued', message: 'waits' });
    const other = someBuild(
      { conditions: [succeeded('Unknown', at('00:01'))] },
      { name: 'cart-build-7', labels: { 'image.kpack.io/image': 'cart', 'image.kpack.io/buildNumber': '7' } },
    );
    const builds = [numbered(1, 'True'), other, byHand('stuck', {}), byHand('by-hand', { podName: 'by-hand-pod' })];
    const view = imageView({ image: asImage(image), builds: builds.map(asBuild), nowMs: NOW_MS });
    expect(view.queuedBehind?.map(({ name }) => name)).to.deep.equal(['cart-build-7', 'by-hand']);
  });
});
