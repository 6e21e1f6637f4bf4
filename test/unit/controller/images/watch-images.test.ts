import { expect } from 'chai';
import { someBuilder, someImage } from '../../kpack-images/some-world.ts';
import { CLAIM, ImageBed, KEY, RESOLVER, VOLUME } from './image-bed.ts';

const TRIGGER = { 'image.kpack.io/additionalBuildNeeded': 'now' };

describe('the watches of Images', () => {
  let bed: ImageBed;

  beforeEach(async () => {
    bed = new ImageBed();
    await bed.start();
  });

  it('waits for a builder, and is enqueued when it changes', async () => {
    bed.server.remove('clusterbuilders', 'base');
    await bed.reconcile();
    expect(bed.condition('Ready')).to.include({ status: 'False', reason: 'BuilderNotFound' });
    bed.enqueued.clear();
    bed.server.put('clusterbuilders', someBuilder({}, { name: 'other' }));
    expect([...bed.enqueued]).to.deep.equal([]);
    bed.server.put('clusterbuilders', someBuilder());
    expect([...bed.enqueued]).to.deep.equal([KEY]);
    await bed.reconcile();
    expect(bed.condition('BuilderReady')).to.include({ status: 'True' });
  });

  it('is enqueued for its SourceResolver, its claim and its Builds', async () => {
    bed.change('images', KEY, 'spec', VOLUME);
    await bed.firstBuild();
    for (const [plural, key] of [
      ['sourceresolvers', RESOLVER],
      ['persistentvolumeclaims', CLAIM],
      ['builds', `${KEY}-build-1`],
    ] as const) {
      bed.enqueued.clear();
      bed.change(plural, key, 'metadata', { annotations: { touched: 'x' } });
      expect([...bed.enqueued], plural).to.deep.equal([KEY]);
    }
  });

  it('is enqueued after Images that may need a Build if only the progress of its Build or its status has changed', async () => {
    await bed.firstBuild();
    const build = `${KEY}-build-1`;
    const changes: readonly (readonly [string, () => void, string])[] = [
      ['a status of the Build', () => bed.change('builds', build, 'status', { podName: 'x' }), 'low'],
      ['a trigger', () => bed.change('builds', build, 'metadata', { annotations: TRIGGER }), 'normal'],
      ['a status of the Image', () => bed.change('images', KEY, 'status', { latestStack: 'x' }), 'low'],
      ['another spec', () => bed.change('images', KEY, 'metadata', { generation: 9 }), 'normal'],
      [
        'an execution environment',
        () => bed.change('images', KEY, 'metadata', { annotations: { 'taskpack.dev/exec-env': 'test' } }),
        'normal',
      ],
      ['a deleted Build', () => bed.server.remove('builds', build), 'normal'],
    ];
    for (const [what, change, priority] of changes) {
      bed.priorities.splice(0);
      change();
      expect(bed.priorities, what).to.deep.equal([priority]);
    }
  });

  it('is enqueued for a SourceResolver and a claim that an earlier Image of the name has left without an owner', async () => {
    bed.change('images', KEY, 'spec', VOLUME);
    await bed.firstBuild();
    bed.server.put('images', someImage({}, { name: 'other' }));
    for (const [plural, key] of [
      ['sourceresolvers', RESOLVER],
      ['persistentvolumeclaims', CLAIM],
    ] as const) {
      bed.change(plural, key, 'metadata', { ownerReferences: [] });
      bed.enqueued.clear();
      bed.change(plural, key, 'metadata', { annotations: { touched: 'x' } });
      expect([...bed.enqueued], plural).to.deep.equal([KEY]);
    }
  });

  it('says that another Image has its tag, until one of the two changes', async () => {
    await bed.firstBuild();
    bed.enqueued.clear();
    bed.server.put('images', someImage({}, { name: 'copy' }));
    expect([...bed.enqueued]).to.have.members([KEY, 'apps/copy']);
    await bed.reconcile();
    expect(bed.condition('TagUnique')).to.include({ status: 'False', reason: 'TagShared' });
    expect(bed.condition('TagUnique')['message']).to.match(/'web'.*'copy'/);
    expect(bed.condition('Ready')).to.include({ reason: 'UpToDate' });
    bed.enqueued.clear();
    bed.change('images', 'apps/copy', 'spec', { tag: 'registry.example/copy' });
    expect([...bed.enqueued]).to.have.members([KEY, 'apps/copy']);
    await bed.reconcile();
    expect(bed.condition('TagUnique')).to.deep.equal({});
  });

  it('says nothing about Images of other namespaces with the same tag, and writes nothing there', async () => {
    await bed.firstBuild();
    bed.enqueued.clear();
    bed.server.put('images', someImage({}, { name: 'web', namespace: 'stranger' }));
    expect([...bed.enqueued]).to.deep.equal(['stranger/web']);
    const before = bed.server.writes.length;
    await bed.reconcile();
    expect(bed.server.writes.slice(before)).to.deep.equal([]);
    expect(bed.condition('TagUnique')).to.deep.equal({});
    expect(bed.sharedTags()).to.equal(1);
    bed.server.remove('images', 'stranger/web');
    expect(bed.sharedTags()).to.equal(0);
  });

  it('writes to few Images after a write to one, however many have its tags', async () => {
    const additionalTags = Array.from({ length: 30 }, (_, index) => `registry.example/shared-${index}`);
    for (let index = 0; index < 60; index += 1) {
      bed.server.put('images', someImage({ additionalTags }, { name: `copy-${index}`, uid: `uid-${index}` }));
    }
    await bed.reconcileEnqueued();
    for (const [name, spec] of [
      ['a-first', { additionalTags }],
      ['copy-33', { additionalTags: [] }],
      ['copy-33', { additionalTags }],
      ['z-last', { additionalTags }],
      ['a-first', { tag: 'registry.example/elsewhere', additionalTags: [] }],
    ] as const) {
      const before = bed.server.writes.length;
      bed.server.put('images', someImage(spec, { name, uid: `uid-of-${name}` }));
      await bed.reconcileEnqueued();
      const written = bed.server.writes.slice(before).filter((write) => !write.endsWith(`/${name}`));
      const others = written.filter((write) => write.startsWith('status images'));
      expect(others, name).to.have.length.at.most(40);
      expect(bed.condition('TagUnique')).to.include({ status: 'False' });
    }
  });

  it('is enqueued for its own builder only', async () => {
    bed.server.put('images', someImage({ builder: { kind: 'Builder', name: 'base' } }, { name: 'own' }));
    bed.server.put(
      'images',
      someImage({ builder: { kind: 'Builder', name: 'base' } }, { name: 'x', namespace: 'other' }),
    );
    bed.enqueued.clear();
    bed.server.put('builders', someBuilder({}, { namespace: 'apps' }, 'Builder'));
    expect([...bed.enqueued]).to.deep.equal(['apps/own']);
  });
});
