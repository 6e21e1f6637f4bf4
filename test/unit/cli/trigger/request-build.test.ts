import { expect } from 'chai';
import { requestBuild } from '../../../../src/cli/trigger/request-build.ts';
import { triggeredBuild } from '../../../../src/cli/trigger/triggered-build.ts';
import { cachedBuild } from '../../../../src/controller/images/cached-build.ts';
import type { KubeObject } from '../../../../src/clients/kube/client/kube-object.ts';
import { objectAt } from '../../../support/json-field.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';

const TIME = '2026-01-01T00:00:00Z';
const TRIGGER = 'image.kpack.io/additionalBuildNeeded';

describe('a trigger', () => {
  it('annotates the newest Build', async () => {
    const store = storeOf([build(9, 'CONFIG'), build(10, 'COMMIT')]);
    expect((await requestBuild(store, image(), TIME)).metadata.name).to.equal('app-build-10');
    expect(store.patched).to.deep.equal(['app-build-10']);
  });

  it('annotates a Build that was created at the same time without the trigger', async () => {
    const store = storeOf([build(1, 'CONFIG')], [build(2, 'COMMIT')]);
    expect((await requestBuild(store, image(), TIME)).metadata.name).to.equal('app-build-2');
    expect(store.patched).to.deep.equal(['app-build-1', 'app-build-2']);
  });

  it('leaves the Build alone that the trigger has caused', async () => {
    const store = storeOf([build(1, 'CONFIG')], [build(2, 'COMMIT,TRIGGER')]);
    expect((await requestBuild(store, image(), TIME)).metadata.name).to.equal('app-build-1');
    expect(store.patched).to.deep.equal(['app-build-1']);
  });
});

describe('the Build of a trigger', () => {
  it('is the next one with the reason, whatever its number', () => {
    const later = [build(3, 'COMMIT'), build(10, 'CONFIG,TRIGGER'), build(11, 'TRIGGER')];
    expect(found(image(), build(1, 'TRIGGER'), build(2, 'CONFIG'), ...later)).to.equal('app-build-10');
    expect(found(image(), build(3, 'TRIGGER'))).to.equal('app-build-3');
  });

  it('is missed if another Build came first, or if the annotated Build was deleted', () => {
    expect(found(image(), build(2, 'CONFIG'), build(3, 'COMMIT'))).to.equal('missed');
    expect(found(image(), build(1, 'TRIGGER'))).to.equal('missed');
  });

  it('is awaited with what its Image waits for', () => {
    expect(waits('UpToDate')).to.equal('Image app: waits for its next Build');
    expect(waits('BuildFailed', 'the end of the last Build')).to.equal('Image app: waits for its next Build');
    expect(waits('Queued', 'too many Builds')).to.equal('Image app: too many Builds');
    expect(waits('ResolverNotReady', "Error: SourceResolver 'app-source' is not ready")).to.equal(
      "Image app: SourceResolver 'app-source' is not ready",
    );
    expect(waits('BuilderNotReady')).to.equal('Image app: BuilderNotReady');
  });

  it('fails with its Image', () => {
    expect(() => found(undefined, build(2, 'CONFIG'))).to.throw();
  });
});

/** Returns the name of the Build that a trigger on Build 2 has caused, or what is awaited. */
function found(present: KubeObject | undefined, ...builds: readonly KubeObject[]): unknown {
  const observed = { ...(present && { image: present }), builds, isListed: true };
  const now = triggeredBuild(image(), observed, cachedBuild(build(2, 'CONFIG')));
  if (now.kind !== 'done') return now.doing;
  return now.value === 'missed' ? 'missed' : now.value.metadata.name;
}

function waits(reason: string, message?: string): unknown {
  return found(image(reason, message), build(2, 'CONFIG'));
}

function image(reason = 'UpToDate', message?: string): KubeObject {
  const conditions = [{ type: 'Ready', status: 'Unknown', reason, ...(message !== undefined && { message }) }];
  const metadata = { name: 'app', namespace: 'team', uid: 'image' };
  return { apiVersion: 'kpack.io/v1alpha2', kind: 'Image', metadata, status: { conditions } };
}

function build(number: number, reason: string): KubeObject {
  const name = `app-build-${number}`;
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'Build',
    metadata: {
      name,
      namespace: 'team',
      uid: name,
      labels: { 'image.kpack.io/image': 'app', 'image.kpack.io/buildNumber': `${number}` },
      annotations: { 'image.kpack.io/reason': reason },
    },
    spec: {},
    status: { conditions: [{ type: 'Succeeded', status: 'True' }] },
  };
}

/** Returns a client of Builds. Each patch adds the next Builds, which another process creates at the same time. */
function storeOf(first: readonly KubeObject[], ...created: readonly (readonly KubeObject[])[]) {
  const builds = [...first];
  const patched: string[] = [];
  const coming = [...created];
  const client = {
    get: () => Promise.reject(new Error('nothing is read')),
    async *list() {
      yield* builds;
    },
    patch: async (_resource: unknown, { name }: { readonly name: string }, patch: JsonObject) => {
      expect(objectAt(objectAt(patch, 'metadata'), 'annotations')).to.deep.equal({ [TRIGGER]: TIME });
      patched.push(name);
      builds.push(...(coming.shift() ?? []));
      return build(0, '');
    },
  };
  return { client, patched };
}
