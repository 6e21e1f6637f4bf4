import { expect } from 'chai';
import { asBuilder } from '../../../../src/core/model/objects/builder.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { builderView } from '../../../../src/insight/views/builder-view.ts';
import { at } from './some-objects.ts';

function someBuilder(conditions: readonly JsonObject[], status: JsonObject = {}): JsonObject {
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'ClusterBuilder',
    metadata: { name: 'base', generation: 2 },
    spec: { tag: 'registry.example/base', stack: { kind: 'ClusterStack', name: 'jammy' } },
    status: { observedGeneration: 2, conditions, ...status },
  };
}

const ready = (status: string): JsonObject => ({ type: 'Ready', status, lastTransitionTime: at('01:00') });

describe('the view of a builder', () => {
  const states: readonly (readonly [builder: JsonObject, expected: object])[] = [
    [
      someBuilder([]),
      {
        kind: 'waiting',
        message: 'No controller has observed the builder yet. Check with "taskpack doctor" that the controller runs.',
      },
    ],
    [someBuilder([ready('True')]), { kind: 'ready', since: at('01:00') }],
    [
      someBuilder([{ ...ready('False'), reason: 'NoLatestImage', message: 'no stack' }]),
      { kind: 'not-ready', since: at('01:00'), reason: 'NoLatestImage', message: 'no stack' },
    ],
    [
      someBuilder([
        ready('True'),
        { type: 'UpToDate', status: 'False', reason: 'ReconcileFailed', message: 'no push' },
      ]),
      { kind: 'outdated', reason: 'ReconcileFailed', message: 'no push' },
    ],
    [
      someBuilder([ready('True')], { observedGeneration: 1 }),
      { kind: 'waiting', message: 'No controller has observed the last change of the builder yet.' },
    ],
  ];
  for (const [builder, expected] of states) {
    it(`has the state ${JSON.stringify(expected)}`, () =>
      expect(builderView(asBuilder(builder)).state).to.deep.equal(expected));
  }

  it('has the buildpacks, the order and the stack', () => {
    const builder = someBuilder([ready('True')], {
      latestImage: 'registry.example/base@sha256:aa',
      stack: { id: 'some.stack', runImage: 'registry.example/run@sha256:bb' },
      lifecycle: { version: '0.20.12' },
      builderMetadata: [{ id: 'some/java', version: '1.0.0' }],
      order: [
        {
          group: [
            { id: 'some/ca', optional: true },
            { id: 'some/java', version: '1.0.0' },
          ],
        },
      ],
    });
    expect(builderView(asBuilder(builder))).to.deep.equal({
      apiVersion: 'taskpack.dev/v1alpha1',
      kind: 'BuilderView',
      builderKind: 'ClusterBuilder',
      name: 'base',
      tag: 'registry.example/base',
      state: { kind: 'ready', since: at('01:00') },
      latestImage: 'registry.example/base@sha256:aa',
      stack: { kind: 'ClusterStack', name: 'jammy' },
      stackId: 'some.stack',
      runImage: 'registry.example/run@sha256:bb',
      lifecycleVersion: '0.20.12',
      buildpacks: [{ id: 'some/java', version: '1.0.0' }],
      order: [
        [
          { id: 'some/ca', isOptional: true },
          { id: 'some/java', version: '1.0.0', isOptional: false },
        ],
      ],
    });
  });
});
