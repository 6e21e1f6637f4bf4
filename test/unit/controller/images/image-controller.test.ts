import { expect } from 'chai';
import type { KubeObject } from '../../../../src/clients/kube/client/kube-object.ts';
import { objectAt } from '../../../support/json-field.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { COMMIT, NEW_RUN_IMAGE, OLD_COMMIT, someImage } from '../../kpack-images/some-world.ts';
import { DONE, ImageBed, KEY, RESOLVER } from './image-bed.ts';

const NOT_READY = { type: 'Ready', status: 'False', message: 'no stack' };
const NOT_UP_TO_DATE = { type: 'UpToDate', status: 'False' };
const READY = { type: 'Ready', status: 'True' };
const UP_TO_DATE = { type: 'UpToDate', status: 'True' };

/** The conditions of a builder, and the reasons of the Warnings of its Image. */
const WARNINGS: readonly (readonly [title: string, conditions: readonly JsonObject[], reasons: readonly string[]])[] = [
  ['one Warning for two conditions with one note', [NOT_READY, UP_TO_DATE], ['BuilderNotReady']],
  ['a Warning for each note', [NOT_READY, NOT_UP_TO_DATE], ['BuilderNotReady', 'BuilderNotUpToDate']],
  ['a Warning for one condition', [READY, NOT_UP_TO_DATE], ['BuilderNotUpToDate']],
  ['no Warning if nothing changes', [READY, UP_TO_DATE], []],
];

describe('the controller of Images', () => {
  let bed: ImageBed;

  beforeEach(async () => {
    bed = new ImageBed();
    await bed.start();
  });

  it('creates the SourceResolver, then the first Build, and reports its end', async () => {
    expect(await bed.reconcile()).to.deep.equal(DONE);
    expect(bed.condition('Ready')).to.include({ status: 'Unknown', reason: 'ResolverNotReady' });
    bed.resolve(OLD_COMMIT);
    expect(await bed.reconcile()).to.deep.equal(DONE);
    expect(bed.condition('Ready')).to.include({ status: 'Unknown', reason: 'BuildRunning' });
    expect(bed.status()).to.include({ latestBuildRef: 'web-build-1', latestBuildImageGeneration: 2, buildCounter: 1 });
    bed.end('web-build-1', 'True');
    await bed.reconcile();
    expect(bed.condition('Ready')).to.include({ status: 'True', reason: 'UpToDate' });
    expect(bed.server.writes).to.deep.equal([
      `create sourceresolvers ${RESOLVER}`,
      `status images ${KEY}`,
      `create builds ${KEY}-build-1`,
      `status images ${KEY}`,
      `status images ${KEY}`,
    ]);
    expect(bed.reasons).to.deep.equal(['CONFIG']);
    expect(bed.events).to.include('Normal BuildCreated: created Build web-build-1 (CONFIG)');
    expect(bed.events.at(-1)).to.match(/^Normal Ready: /);
  });

  it('writes nothing if nothing changes', async () => {
    await bed.firstBuild();
    expect(await bed.reconcile()).to.deep.equal(DONE);
    expect(bed.server.writes).to.deep.equal([]);
  });

  it('builds a commit with the last image as the previous one', async () => {
    await bed.firstBuild();
    bed.resolve(COMMIT);
    await bed.reconcile();
    const build = bed.server.get('builds', `${KEY}-build-2`) as KubeObject;
    expect(objectAt(build.metadata, 'annotations')).to.include({ 'image.kpack.io/reason': 'COMMIT' });
    expect(objectAt(objectAt(build, 'spec'), 'lastBuild')).to.include({
      image: `registry.example/web@sha256:${'f'.repeat(64)}`,
    });
  });

  it('builds after a change of the Image, of the stack, and after a trigger', async () => {
    await bed.firstBuild();
    bed.change('images', KEY, 'spec', { build: { env: [{ name: 'A', value: '1' }] } });
    await bed.reconcile();
    bed.end('web-build-2', 'True');
    await bed.reconcile();
    const { metadata } = bed.server.get('builds', `${KEY}-build-2`) as KubeObject;
    const annotations = { ...objectAt(metadata, 'annotations'), 'image.kpack.io/additionalBuildNeeded': 'x' };
    bed.change('builds', `${KEY}-build-2`, 'metadata', { annotations });
    await bed.reconcile();
    bed.end('web-build-3', 'True');
    await bed.reconcile();
    bed.change('clusterbuilders', 'base', 'status', { stack: { id: 'io.example.stack', runImage: NEW_RUN_IMAGE } });
    await bed.reconcile();
    expect(bed.reasons).to.deep.equal(['CONFIG', 'CONFIG', 'TRIGGER', 'STACK']);
  });

  it('reports a failed Build, and does not repeat it', async () => {
    await bed.reconcile();
    bed.resolve(OLD_COMMIT);
    await bed.reconcile();
    bed.end('web-build-1', 'False');
    await bed.reconcile();
    expect(bed.condition('Ready')).to.include({ status: 'False', reason: 'BuildFailed' });
    expect(bed.condition('Ready')['message']).to.contain('it broke');
    await bed.reconcile();
    expect(bed.builds()).to.deep.equal(['web-build-1']);
  });

  for (const [title, conditions, reasons] of WARNINGS) {
    it(`records ${title}`, async () => {
      await bed.firstBuild();
      bed.events.length = 0;
      bed.change('clusterbuilders', 'base', 'status', { conditions });
      await bed.reconcile();
      await bed.reconcile();
      expect(bed.events.map((event) => event.split(':')[0])).to.deep.equal(
        reasons.map((reason) => `Warning ${reason}`),
      );
    });
  }

  it('leaves an Image alone that is being deleted or is gone', async () => {
    bed.change('images', KEY, 'metadata', { deletionTimestamp: '2026-01-01T00:00:00Z' });
    expect(await bed.reconcile()).to.deep.equal(DONE);
    bed.server.remove('images', KEY);
    expect(await bed.reconcile()).to.deep.equal(DONE);
    expect(bed.server.writes).to.deep.equal([]);
  });

  it('reports the invalid fields of an Image', async () => {
    bed.server.put('images', { ...someImage(), spec: 1 });
    expect(await bed.reconcile()).to.deep.equal(DONE);
    expect(bed.condition('Ready')).to.include({ status: 'False', reason: 'UnreadableObject' });
  });
});
