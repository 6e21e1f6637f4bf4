import { expect } from 'chai';
import { lookThatHolds, nextLook, type Look, type Looked } from '../../../../src/controllers/parts/look.ts';
import { digestOf } from '../../builders/some-world.ts';

const INTERVALS = { tag: 1_000, refused: 100 };
const MOMENT = { now: 50_000, chance: 0.25 };
const TAG = 'r.test/app:1';
const PINNED = `r.test/app@${digestOf('1')}`;

function looked(fields: Partial<Looked> & { readonly observed?: number; readonly ready?: string } = {}): Looked {
  const { observed = 2, ready = 'True', ...others } = fields;
  return {
    part: {
      metadata: { name: 'a', generation: 2 },
      status: { observedGeneration: observed, conditions: [{ type: 'Ready', status: ready }] },
    },
    images: [TAG],
    isComplete: true,
    last: undefined,
    ...others,
  };
}

describe('whether images are to be looked at', () => {
  const now: Readonly<Record<string, Looked>> = {
    'a new object': looked({ part: { metadata: { name: 'a', generation: 1 } } }),
    'another spec than that of the status': looked({ observed: 1 }),
    'another spec, though looked at just now': looked({ observed: 1, last: { generation: 1, next: 60_000 } }),
    'a status that somebody emptied': looked({
      part: { metadata: { name: 'a', generation: 2 } },
      last: { generation: 2, next: undefined },
    }),
    'a status that lacks something': looked({ images: [PINNED], isComplete: false }),
    'one that is not ready, after a start': looked({ images: [PINNED], ready: 'False' }),
    'a tag that is due': looked({ last: { generation: 2, next: 50_000 } }),
  };
  for (const [what, object] of Object.entries(now)) {
    it(`now: ${what}`, () => expect(lookThatHolds(object, INTERVALS, MOMENT)).to.equal(undefined));
  }

  const later: Readonly<Record<string, readonly [Looked, number | undefined]>> = {
    'at some time within an interval after a start, where there is a tag': [looked(), 50_250],
    'never, by digest': [looked({ images: [PINNED] }), undefined],
    'when it was to be': [looked({ last: { generation: 2, next: 50_001 } }), 50_001],
    'not before it is due, though it is not ready': [
      looked({ ready: 'False', last: { generation: 2, next: 50_001 } }),
      50_001,
    ],
    'never, though the image tells too little': [
      looked({ images: [PINNED], isComplete: false, last: { generation: 2, next: undefined } }),
      undefined,
    ],
  };
  for (const [what, [object, next]] of Object.entries(later)) {
    it(`not now: ${what}`, () => {
      expect(lookThatHolds(object, INTERVALS, MOMENT)).to.deep.equal({ generation: 2, next } satisfies Look);
    });
  }

  const after: readonly (readonly [Parameters<typeof nextLook>[1], readonly string[], number | undefined])[] = [
    ['read', [PINNED], undefined],
    ['read', [PINNED, TAG], 50_950],
    ['unusable', [PINNED], undefined],
    ['unusable', [TAG], 50_950],
    ['refused', [PINNED], 50_095],
    ['refused', [TAG], 50_095],
  ];
  for (const [finding, images, next] of after) {
    it(`after ${finding} of ${images.length} images, of which ${images.includes(TAG) ? 'one is' : 'none is'} a tag`, () => {
      expect(nextLook(looked({ images }), finding, INTERVALS, MOMENT)).to.deep.equal({ generation: 2, next });
    });
  }
});
