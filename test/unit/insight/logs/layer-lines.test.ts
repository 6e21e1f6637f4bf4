import { expect } from 'chai';
import { layerLines } from '../../../../src/insight/logs/layer-lines.ts';

/** Lines as lifecycle 0.20 prints them, with the colours of its log levels. */
const LOG: readonly (readonly [phase: string, line: string])[] = [
  ['restore', 'Restoring metadata for "test/hello:data" from app image'],
  ['restore', 'Restoring data for "test/hello:data" from cache'],
  ['build', 'Restoring data for "forged" from cache'],
  ['build', "Adding layer 'forged'"],
  ['export', "Reusing layers from image 'registry.example/app@sha256:1'"],
  ['export', "Reusing layer 'test/hello:data'\r"],
  ['export', "\u001b[34;1mAdding layer 'buildpacksio/lifecycle:launcher'\u001b[0m"],
  ['export', 'Reused 2/3 app layer(s)'],
  ['export', 'Added 1/3 app layer(s)'],
  ['export', "Adding cache layer 'test/hello:data'"],
];

describe('the layers in the log of a Build', () => {
  it('are those that the lifecycle restores, reuses and adds, and none that a buildpack prints', () => {
    const layers = layerLines();
    for (const [phase, line] of LOG) layers.read(phase, line);
    expect(layers.use()).to.deep.equal({
      restored: ['test/hello:data'],
      reused: ['test/hello:data', 'app 1', 'app 2'],
      added: ['buildpacksio/lifecycle:launcher', 'app 1'],
    });
  });

  it('are unknown without the log of restore and export', () => {
    const layers = layerLines();
    layers.read('build', 'hello');
    expect(layers.use()).to.equal(undefined);
  });
});
