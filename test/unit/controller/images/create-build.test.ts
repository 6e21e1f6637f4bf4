import { expect } from 'chai';
import { COMMIT, OLD_COMMIT, someImage } from '../../kpack-images/some-world.ts';
import { Killed } from './fake-api-server.ts';
import { DONE, ImageBed, KEY, VOLUME } from './image-bed.ts';

/** The reconcile after which a Build that the cache still lacks no longer counts. */
const UNSEEN = { kind: 'requeue', afterMs: 10_000 };

describe('the creation of a Build', () => {
  let bed: ImageBed;

  beforeEach(async () => {
    bed = new ImageBed();
    await bed.start();
  });

  it('reports a Build that the Image does not own under the name of its next Build', async () => {
    await bed.reconcile();
    bed.resolve(OLD_COMMIT);
    bed.server.put('builds', {
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Build',
      metadata: { name: 'web-build-1', namespace: 'apps' },
      spec: {},
    });
    expect((await bed.reconcile()).kind).to.equal('failed');
    expect(bed.condition('Ready')['message']).to.match(
      /web-build-1.*exists and does not belong to this Image, .* Delete that Build/,
    );
  });

  it('reports a Build without a valid number under the name of its next Build', async () => {
    await bed.firstBuild();
    bed.server.put('builds', {
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Build',
      metadata: { name: 'web-build-2', namespace: 'apps', labels: { 'image.kpack.io/image': 'web' } },
      spec: {},
    });
    bed.resolve('2'.repeat(40));
    expect((await bed.reconcile()).kind).to.equal('failed');
    expect(bed.condition('Ready')).to.include({ status: 'False', reason: 'BuildNotCreated' });
    expect(bed.condition('Ready')['message']).to.match(
      /web-build-2.*label image.kpack.io\/buildNumber. Delete that Build/,
    );
  });

  it('creates no second Build while the caches lag behind its own writes', async () => {
    await bed.reconcile();
    bed.resolve(OLD_COMMIT);
    for (const plural of ['builds', 'images']) bed.server.lagging.add(plural);
    await bed.reconcile();
    expect(await bed.reconcile()).to.deep.equal(UNSEEN);
    expect(bed.builds()).to.deep.equal(['web-build-1']);
    expect(bed.condition('Ready')).to.include({ reason: 'BuildRunning' });
    bed.server.catchUp();
    expect(await bed.reconcile()).to.deep.equal(DONE);
  });

  it('creates no second Build while its cache lags behind those of an earlier process', async () => {
    await bed.firstBuild();
    for (const missed of [['builds'], ['images'], ['builds', 'images']]) {
      const before = bed.builds().length;
      await bed.start();
      const lagging = bed.controller;
      missed.forEach((plural) => bed.server.lagging.add(plural));
      bed.resolve(`${before + 4}`.repeat(40));
      // The earlier process, which sees everything.
      await bed.start();
      await bed.reconcile();
      expect(bed.builds()).to.have.length(before + 1);
      bed.controller = lagging;
      for (let attempt = 0; attempt < 3; attempt += 1) {
        await bed.reconcile().catch(() => undefined);
        expect(bed.builds(), missed.join()).to.have.length(before + 1);
      }
      bed.server.catchUp();
      await bed.reconcile();
      expect(bed.condition('Ready')).to.include({ reason: 'BuildRunning' });
      bed.end(`web-build-${before + 1}`, 'True');
      await bed.start();
      await bed.reconcile();
    }
  });

  it('never uses the number of a deleted Build, however far its caches lag behind', async () => {
    await bed.firstBuild();
    const lagging = bed.controller;
    for (const plural of ['builds', 'images']) bed.server.lagging.add(plural);
    for (const [number, revision] of [
      [2, 'a'.repeat(40)],
      [3, 'b'.repeat(40)],
    ] as const) {
      // A process whose caches have everything up to its start.
      await bed.start();
      bed.resolve(revision);
      await bed.reconcile();
      if (number === 2) bed.end('web-build-2', 'True');
    }
    bed.server.remove('builds', `${KEY}-build-2`);
    bed.controller = lagging;
    await bed.reconcile().catch(() => undefined);
    expect(bed.builds()).to.deep.equal(['web-build-1', 'web-build-3']);
  });

  it('continues after the process is killed after any write', async () => {
    const script = async (writesUntilKilled?: number): Promise<readonly unknown[]> => {
      bed = new ImageBed(someImage({ ...VOLUME, successBuildHistoryLimit: 1 }));
      await bed.start(writesUntilKilled);
      let kills = 0;
      const survive = async (): Promise<void> => {
        try {
          await bed.reconcile();
        } catch (error) {
          if (!(error instanceof Killed)) throw error;
          kills += 1;
          await bed.start();
          await bed.reconcile();
        }
      };
      for (const [index, revision] of [OLD_COMMIT, COMMIT].entries()) {
        await survive();
        bed.resolve(revision);
        await survive();
        bed.end(`web-build-${index + 1}`, 'True');
        await survive();
      }
      expect(kills).to.equal(writesUntilKilled === undefined ? 0 : 1);
      return [bed.builds(), bed.status(), bed.server.writes.filter((write) => !write.startsWith('status')).toSorted()];
    };
    const undisturbed = await script();
    expect(undisturbed[0]).to.deep.equal(['web-build-2']);
    const count = bed.server.writes.length;
    expect(count).to.be.greaterThan(6);
    for (let kill = 1; kill <= count; kill += 1) {
      expect(await script(kill), `killed after write ${kill}`).to.deep.equal(undisturbed);
    }
  });

  it('counts a Build that does not match its schema, and its end', async () => {
    await bed.firstBuild();
    bed.change('builds', `${KEY}-build-1`, 'spec', { tags: 1 });
    await bed.start();
    await bed.reconcile();
    expect(bed.builds()).to.deep.equal(['web-build-1', 'web-build-2']);
    bed.change('builds', `${KEY}-build-2`, 'spec', { tags: 1 });
    bed.resolve(COMMIT);
    await bed.reconcile();
    expect(bed.builds()).to.have.length(2);
  });
});
