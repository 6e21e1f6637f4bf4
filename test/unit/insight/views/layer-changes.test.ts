import { expect } from 'chai';
import { layerChanges } from '../../../../src/insight/views/layer-changes.ts';
import { someImageInput } from './some-images.ts';

describe('the changes of layers', () => {
  const old = someImageInput([
    ['run-1', 300],
    ['run-2', 20, 'run image'],
    ['jre', 90, 'jre of a/java@1'],
    ['gone', 7, 'gone of a/java@1'],
    ['app-1', 10, 'application'],
    ['launcher', 3, 'launcher'],
  ]);
  const now = someImageInput([
    ['run-1', 300],
    ['run-3', 25, 'run image'],
    ['jre', 90, 'jre of a/java@2'],
    ['more', 5, 'more of a/java@2'],
    ['app-2', 11, 'application'],
    ['launcher', 3, 'launcher'],
  ]);

  it('are grouped by part; a part with another version of its buildpack is the same part', () => {
    const { parts, ...sizes } = layerChanges(now, old);
    expect(
      parts.map(({ part, change, old: before, new: after }) => [
        `${change} ${part}`,
        ...[before, after].map((layers) =>
          layers.map(({ diffId, isShared }) => `${diffId}${isShared ? '=' : ''}`).join(),
        ),
      ]),
    ).to.deep.equal([
      ['changed run image', 'run-1=,run-2', 'run-1=,run-3'],
      ['reused jre of a/java', 'jre=', 'jre='],
      ['added more of a/java', '', 'more'],
      ['changed application', 'app-1', 'app-2'],
      ['reused launcher', 'launcher=', 'launcher='],
      ['removed gone of a/java', 'gone', ''],
    ]);
    expect(sizes).to.deep.equal({ count: 6, reusedCount: 3, sizeBytes: 434, oldSizeBytes: 430, newBytes: 41 });
  });

  it('are none for equal images, and everything for an image without shared layers', () => {
    expect(layerChanges(old, old).parts.every(({ change }) => change === 'reused')).to.equal(true);
    const { parts, newBytes } = layerChanges(old, someImageInput([['other', 1]]));
    expect(newBytes).to.equal(430);
    expect(parts.map(({ change }) => change)).to.deep.equal(['changed', 'added', 'added', 'added', 'added']);
  });

  it('are found by digest if a configuration has no diff ids', () => {
    const image = { layers: [{ digest: 'sha256:x', size: 1 }], config: {} };
    expect(layerChanges(image, image)).to.deep.include({ count: 1, reusedCount: 1 });
  });
});
