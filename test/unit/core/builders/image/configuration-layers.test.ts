import { expect } from 'chai';
import {
  directoriesLayer,
  orderLayer,
  runLayer,
  stackLayer,
} from '../../../../../src/core/builders/image/configuration-layers.ts';
import type { Layer } from '../../../../../src/core/oci/layer.ts';

const RUN_IMAGE = `localhost:5000/run@sha256:${'0'.repeat(64)}`;

describe('configuration layers of a builder', () => {
  // The output of kpack's own code for the same input (archive/tar and BurntSushi's TOML, Go 1.19 to 1.27).
  const cases: readonly (readonly [string, Layer, string])[] = [
    ['directories', directoriesLayer(1000, 1000), '6aa3691a73805f608e5fce69fb6bc89aec8362f58a6b4be2682515e9cfa3cc1a'],
    [
      'directories of others',
      directoriesLayer(4000, 3000),
      'b7118c9ed909a0ac159970e55fa5835d5b0bf632f6c80918c2aa37ecd835af1e',
    ],
    ['stack.toml', stackLayer(RUN_IMAGE), '1fea432b707d06caca674936f0bd720a509d63dc9f47d1cae59346332c034b2b'],
    [
      'order.toml',
      orderLayer([
        {
          group: [
            { id: 'io.buildpack.1', version: 'v1' },
            { id: 'io.buildpack.2', version: 'v2', optional: true },
          ],
        },
      ]),
      'c2f130097ae916a4197cfcdcb060671ac2101153f3247b336c47063b91f00de1',
    ],
  ];
  for (const [what, layer, diffId] of cases) {
    it(`equal those of kpack byte for byte: ${what}`, () => {
      expect(layer.diffId).to.equal(`sha256:${diffId}`);
    });
  }

  it('escape characters with a meaning in TOML', () => {
    const group = [{ id: 'a"b', version: '\u007f\\' }];
    expect(textOf(orderLayer([{ group }, { group }]))).to.include(
      [
        '[[order]]',
        '',
        '  [[order.group]]',
        '    id = "a\\"b"',
        '    version = "\\u007f\\\\"',
        '',
        '[[order]]',
        '',
        '  [[order.group]]',
      ].join('\n'),
    );
  });

  it('name the run image in run.toml', () => {
    expect(textOf(runLayer(RUN_IMAGE)))
      .to.include(`/cnb/run.toml`)
      .and.include(`[[images]]\n  image = "${RUN_IMAGE}"\n`);
  });
});

/** The tar is stored uncompressed, so its text can be looked for. */
function textOf({ content }: Layer): string {
  return Buffer.from(content ?? '').toString('latin1');
}
