import { expect } from 'chai';
import {
  validCheck,
  nextCheck,
  type ImageCheck,
  type CheckedResource,
} from '../../../../src/controller/buildpack-resources/recheck-schedule.ts';
import { digestOf } from '../../core/builders/some-world.ts';

const INTERVALS = { tagMs: 1_000, refusedMs: 100 };
const TIME = { nowMs: 50_000, random: 0.25 };
const TAG = 'r.test/app:1';
const PINNED = `r.test/app@${digestOf('1')}`;

function resource(
  fields: Partial<CheckedResource> & { readonly observed?: number; readonly ready?: string } = {},
): CheckedResource {
  const { observed = 2, ready = 'True', ...others } = fields;
  return {
    object: {
      metadata: { name: 'a', generation: 2 },
      status: { observedGeneration: observed, conditions: [{ type: 'Ready', status: ready }] },
    },
    images: [TAG],
    isComplete: true,
    last: undefined,
    ...others,
  };
}

describe('the recheck schedule', () => {
  const now: Readonly<Record<string, CheckedResource>> = {
    'a new object': resource({ object: { metadata: { name: 'a', generation: 1 } } }),
    'a status of an older generation': resource({ observed: 1 }),
    'a status of an older generation, checked a moment ago': resource({
      observed: 1,
      last: { generation: 1, nextAtMs: 60_000 },
    }),
    'a status that was emptied': resource({
      object: { metadata: { name: 'a', generation: 2 } },
      last: { generation: 2, nextAtMs: undefined },
    }),
    'an incomplete status': resource({ images: [PINNED], isComplete: false }),
    'a resource that is not ready, after a start': resource({ images: [PINNED], ready: 'False' }),
    'a tag that is due': resource({ last: { generation: 2, nextAtMs: 50_000 } }),
  };
  for (const [what, object] of Object.entries(now)) {
    it(`checks images now: ${what}`, () => expect(validCheck(object, INTERVALS, TIME)).to.equal(undefined));
  }

  const later: Readonly<Record<string, readonly [CheckedResource, number | undefined]>> = {
    'at a random time within an interval after a start, for a tag': [resource(), 50_250],
    'never, for a digest': [resource({ images: [PINNED] }), undefined],
    'at the scheduled time': [resource({ last: { generation: 2, nextAtMs: 50_001 } }), 50_001],
    'at the scheduled time, although the resource is not ready': [
      resource({ ready: 'False', last: { generation: 2, nextAtMs: 50_001 } }),
      50_001,
    ],
    'never, although the image lacks metadata': [
      resource({ images: [PINNED], isComplete: false, last: { generation: 2, nextAtMs: undefined } }),
      undefined,
    ],
  };
  for (const [what, [object, nextAtMs]] of Object.entries(later)) {
    it(`checks images later: ${what}`, () => {
      expect(validCheck(object, INTERVALS, TIME)).to.deep.equal({ generation: 2, nextAtMs } satisfies ImageCheck);
    });
  }

  const after: readonly (readonly [Parameters<typeof nextCheck>[1], readonly string[], number | undefined])[] = [
    ['read', [PINNED], undefined],
    ['read', [PINNED, TAG], 50_950],
    ['unusable', [PINNED], undefined],
    ['unusable', [TAG], 50_950],
    ['refused', [PINNED], 50_095],
    ['refused', [TAG], 50_095],
  ];
  for (const [result, images, nextAtMs] of after) {
    it(`schedules the check after "${result}" for ${images.length} image(s) ${images.includes(TAG) ? 'with' : 'without'} a tag`, () => {
      expect(nextCheck(resource({ images }), result, INTERVALS, TIME)).to.deep.equal({ generation: 2, nextAtMs });
    });
  }
});
