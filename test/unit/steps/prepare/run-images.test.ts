import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'smol-toml';
import type { RunImages } from '../../../../src/core/model/run-images.ts';
import { writeRunImages } from '../../../../src/steps/prepare/run-images.ts';
import { makeWorkspace, type Workspace } from '../../../support/workspace.ts';

const RUN = { image: 'registry.example.com/run' };
const MIRRORED = { image: 'registry.example.com/other', mirrors: ['a.example.com/run', 'b.example.com/run'] };

/** The label's fields, and the content of stack.toml and run.toml. */
const ROWS: readonly (readonly [title: string, RunImages, stack: object, run: object])[] = [
  ["kpack's label", { stack: RUN }, { 'run-image': RUN }, { images: [RUN] }],
  [
    "pack's label",
    { stack: MIRRORED, images: [MIRRORED, RUN] },
    { 'run-image': MIRRORED },
    { images: [MIRRORED, RUN] },
  ],
  ['a label without a stack', { images: [RUN, MIRRORED] }, { 'run-image': RUN }, { images: [RUN, MIRRORED] }],
  ['a label without run images', {}, {}, { images: [] }],
  [
    'a name with quotes',
    { stack: { image: 'a"\\b', mirrors: [] } },
    { 'run-image': { image: 'a"\\b' } },
    { images: [{ image: 'a"\\b' }] },
  ],
];

describe('prepare: the run images of a lifecycle image', () => {
  let workspace: Workspace;
  beforeEach(() => (workspace = makeWorkspace()));
  afterEach(() => workspace.remove());

  for (const [title, runImages, stack, run] of ROWS) {
    it(`are those of ${title}`, async () => {
      const directory = path.join(workspace.path, 'run-images');
      await writeRunImages(directory, runImages);
      const read = (name: string) => parse(readFileSync(path.join(directory, name), 'utf8'));
      expect(read('stack.toml')).to.deep.equal(stack);
      expect(read('run.toml')).to.deep.equal(run);
    });
  }
});
