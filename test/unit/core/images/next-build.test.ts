import { expect } from 'chai';
import { build } from '../../../../src/core/api/kpack/build.ts';
import { image } from '../../../../src/core/api/kpack/image.ts';
import { imageBuild } from '../../../../src/core/translate/image-build.ts';
import { someBuild, someImage } from '../../../support/documents.ts';

const NO_BUILDERS = { builder: () => undefined, clusterBuilder: () => undefined };

type Fields = Readonly<Record<string, unknown>>;

function next(metadata: Fields, builds: readonly unknown[] = [], status: Fields = {}) {
  const written = { ...(someImage({}, metadata).value as Fields), status };
  const parsed = builds.map((one) => build.parse(one));
  return imageBuild(image.parse(written), NO_BUILDERS, parsed, undefined).build;
}

function numbered(number: number | string, metadata: Fields = {}): unknown {
  const labels = { 'image.kpack.io/image': 'shop', 'image.kpack.io/buildNumber': `${number}` };
  return someBuild({}, { name: `shop-build-${number}`, labels, ...metadata }).value;
}

/** Returns the problems of an Image in the namespace `shop` with a Builder of a namespace. */
function problemsOf(namespace: string): readonly string[] {
  const builder = { kind: 'Builder', name: 'base', namespace };
  const parsed = image.parse(someImage({ builder }, { namespace: 'shop' }).value);
  return imageBuild(parsed, NO_BUILDERS, [], 0).problems.map(({ severity, message }) => `${severity}: ${message}`);
}

/** The metadata of an Image for an execution environment. */
const FOR_TESTS = { name: 'shop', annotations: { 'taskpack.dev/exec-env': 'test' } };

function ended(number: number, status: 'True' | 'False', annotations: Fields = {}): unknown {
  const conditions = [{ type: 'Succeeded', status }];
  return { ...(numbered(number, { annotations }) as Fields), status: { conditions } };
}

function annotationsOf(metadata: Fields, ...builds: readonly unknown[]): Fields {
  return next(metadata, builds).metadata.annotations ?? {};
}

describe('the next Build of an Image', () => {
  it('has the labels and annotations that `kp build list` prints', () => {
    const { metadata } = next({ name: 'shop' });
    // kp, pkg/commands/build/list.go: the columns BUILD, IMAGE RESOURCE and REASON.
    expect(metadata.labels).to.include({ 'image.kpack.io/buildNumber': '1', 'image.kpack.io/image': 'shop' });
    expect(metadata.annotations).to.include({ 'image.kpack.io/reason': 'CONFIG' });
  });

  it('has the number after the highest of all Builds, whenever they were created', () => {
    const builds = [
      numbered(9, { creationTimestamp: '2026-01-01T00:00:00Z' }),
      numbered(10, { creationTimestamp: '2026-01-01T00:00:00Z' }),
      numbered(8, { creationTimestamp: '2026-01-01T01:00:00Z' }),
    ];
    expect(next({ name: 'shop' }, builds).metadata.name).to.equal('shop-build-11');
  });

  it('never has the number of a deleted Build', () => {
    expect(next({ name: 'shop' }, [numbered(2)], { buildCounter: 5 }).metadata.name).to.equal('shop-build-6');
  });

  it('never has the number of a Build that an earlier Image of the name owns', () => {
    const owner = { apiVersion: 'kpack.io/v1alpha2', kind: 'Image', name: 'shop', uid: 'earlier', controller: true };
    const builds = [numbered(7, { ownerReferences: [owner] })];
    expect(next({ name: 'shop', uid: 'new' }, builds).metadata.name).to.equal('shop-build-8');
  });

  it('ignores Builds of other namespaces and Builds without a number', () => {
    const builds = [numbered(7, { namespace: 'other' }), numbered('x')];
    expect(next({ name: 'shop' }, builds).metadata.name).to.equal('shop-build-1');
  });

  it('inherits the annotations of the Image, but no trigger, no cancellation and no debug mode', () => {
    const ofOneBuild = {
      'image.kpack.io/additionalBuildNeeded': 'now',
      'taskpack.dev/cancel': 'true',
      'taskpack.dev/debug': '{}',
      'taskpack.dev/last-exec-env': 'test',
    };
    const { annotations: inherited } = next({ name: 'shop', annotations: { team: 'shop', ...ofOneBuild } }).metadata;
    expect(inherited)
      .to.include({ team: 'shop' })
      .and.not.to.have.any.keys(...Object.keys(ofOneBuild));
  });

  describe('with an execution environment', () => {
    it('inherits it', () => {
      expect(annotationsOf(FOR_TESTS)).to.include({ 'taskpack.dev/exec-env': 'test' });
    });

    it('names the environment of the last image if it is another one', () => {
      expect(annotationsOf(FOR_TESTS, ended(1, 'True'))).to.include({ 'taskpack.dev/last-exec-env': 'production' });
      const ofTest = ended(1, 'True', { 'taskpack.dev/exec-env': 'test' });
      expect(annotationsOf({ name: 'shop' }, ofTest)).to.include({ 'taskpack.dev/last-exec-env': 'test' });
    });

    it('names none if the last image is of the same environment', () => {
      const ofTest = ended(1, 'True', { 'taskpack.dev/exec-env': 'test' });
      expect(annotationsOf(FOR_TESTS, ofTest)).not.to.have.property('taskpack.dev/last-exec-env');
      expect(annotationsOf({ name: 'shop' }, ended(1, 'True'))).not.to.have.property('taskpack.dev/last-exec-env');
      const named = { name: 'shop', annotations: { 'taskpack.dev/exec-env': 'production' } };
      expect(annotationsOf(named, ended(1, 'True'))).not.to.have.property('taskpack.dev/last-exec-env');
    });

    it('names the environment of the last image also after Builds that failed', () => {
      const failed = ended(2, 'False', {
        'taskpack.dev/exec-env': 'test',
        'taskpack.dev/last-exec-env': 'production',
      });
      expect(annotationsOf(FOR_TESTS, ended(1, 'True'), failed)).to.include({
        'taskpack.dev/last-exec-env': 'production',
      });
      expect(annotationsOf({ name: 'shop' }, ended(1, 'True'), failed)).not.to.have.property(
        'taskpack.dev/last-exec-env',
      );
    });
  });

  it('refuses a Builder of another namespace, which kpack would look for in the namespace of the Image', () => {
    expect(problemsOf('other')).to.deep.equal([
      'error: an Image can use a Builder of its own namespace only: name such a Builder or a ClusterBuilder',
    ]);
    expect(problemsOf('shop')).to.deep.equal([]);
  });
});
