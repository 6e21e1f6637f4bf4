import { expect } from 'chai';
import { ASK_AGAIN_AFTER_MS } from '../../../../../src/controller/builds/decide/decide-on-chains.ts';
import type { KubeObject } from '../../../../../src/clients/kube/client/kube-object.ts';
import { KubeError } from '../../../../../src/clients/kube/kube-error.ts';
import { CHAINS_LOGIN_LIMIT_MS } from '../../../../../src/core/model/chains-login.ts';
import type { JsonObject } from '../../../../../src/core/model/json.ts';
import { contentName } from '../../../../../src/core/model/names.ts';
import { objectAt, objectsAt } from '../../../../support/json-field.ts';
import { mergePatched } from '../../../../support/merge-patch.ts';
import { fakeWorld, type FakeWorld } from './fake-world.ts';
import { DIGEST } from './pod-statuses.ts';

/** The account of the Build `shop`. */
const ACCOUNT = contentName('shop-taskpack-', 'build-uid');
const GIVE = `patch serviceaccounts ${ACCOUNT}`;
const RECORD = 'patch taskruns shop-build';
const LOGIN = [{ name: 'push' }];

const SIGNED = { 'chains.tekton.dev/signed': 'true' };
const FAILED = { 'chains.tekton.dev/signed': 'failed', 'chains.tekton.dev/retries': '3' };

/** Starts a Build as a TaskRun, with an account that names the login. */
async function begin(annotations: JsonObject = { 'taskpack.dev/chains-login': 'push' }): Promise<FakeWorld> {
  const world = fakeWorld({ backend: 'tekton' });
  const { cluster } = world;
  const type = 'kubernetes.io/dockerconfigjson';
  cluster.put('secrets', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'push' }, type });
  const metadata = { name: 'default', annotations };
  cluster.put('serviceaccounts', { apiVersion: 'v1', kind: 'ServiceAccount', metadata, secrets: LOGIN });
  await world.reconcile();
  await world.reconcile();
  return world;
}

/** Ends the TaskRun as Tekton does. */
function endTaskRun(world: FakeWorld, { exitCode = 0, url = 'registry.example.com/app' } = {}): void {
  const taskRun = world.cluster.get('taskruns', 'shop-build') as KubeObject;
  const image = Object.entries({ IMAGE_URL: url, IMAGE_DIGEST: DIGEST });
  const results = image.map(([name, value]) => ({ name, value }));
  const terminated = { exitCode, reason: exitCode === 0 ? 'Completed' : 'Error' };
  const status = {
    conditions: [{ type: 'Succeeded', status: exitCode === 0 ? 'True' : 'False' }],
    steps: [{ name: 'completion', container: 'step-completion', terminated, results }],
    results,
  };
  world.cluster.put('taskruns', { ...taskRun, status });
}

/** Writes annotations as the controller of Tekton Chains does. */
function chainsWrites({ cluster }: FakeWorld, annotations: JsonObject): void {
  const taskRun = cluster.get('taskruns', 'shop-build') as KubeObject;
  cluster.put('taskruns', mergePatched(taskRun, { metadata: { annotations } }) as KubeObject);
}

async function succeeded(): Promise<FakeWorld> {
  const world = await begin();
  endTaskRun(world);
  await world.reconcile();
  expect(world.condition()).to.include({ status: 'True' });
  return world;
}

function listed({ cluster }: FakeWorld): readonly JsonObject[] {
  return objectsAt(cluster.get('serviceaccounts', ACCOUNT) ?? {}, 'secrets');
}

function annotationsOf({ cluster }: FakeWorld): JsonObject {
  return objectAt(objectAt(cluster.get('taskruns', 'shop-build') ?? {}, 'metadata'), 'annotations');
}

describe('the login of Tekton Chains', () => {
  it('is in no account while the TaskRun runs, and until the Build has succeeded', async () => {
    const world = await begin();
    expect(annotationsOf(world)).to.include({ 'taskpack.dev/chains-login': 'push' });
    await world.reconcile();
    expect(listed(world)).to.deep.equal([]);
    endTaskRun(world);
    await world.reconcile();
    expect(world.cluster.writes).not.to.include(GIVE);
    await world.reconcile();
    expect(listed(world)).to.deep.equal(LOGIN);
  });

  it('stays until Tekton Chains has signed, and then leaves with all annotations', async () => {
    const world = await succeeded();
    expect(await world.reconcile()).to.deep.equal({ kind: 'requeue', afterMs: CHAINS_LOGIN_LIMIT_MS });
    expect(listed(world)).to.deep.equal(LOGIN);
    chainsWrites(world, SIGNED);
    expect(await world.reconcile()).to.deep.equal({ kind: 'done' });
    expect(listed(world)).to.deep.equal([]);
    expect(Object.keys(annotationsOf(world)).filter((key) => key.includes('chains'))).to.deep.equal(
      Object.keys(SIGNED),
    );
    const { length } = world.cluster.writes;
    world.restart();
    await world.reconcile();
    expect(world.cluster.writes).to.have.length(length);
  });

  it('lets Tekton Chains begin again if it gave up before it had the login', async () => {
    const world = await succeeded();
    chainsWrites(world, FAILED);
    await world.reconcile();
    expect(annotationsOf(world)).not.to.have.any.keys(Object.keys(FAILED));
    expect(listed(world)).to.deep.equal(LOGIN);
  });

  it('never removes a signature that the cache has not seen', async () => {
    const world = await succeeded();
    chainsWrites(world, FAILED);
    world.cluster.fillCaches();
    chainsWrites(world, SIGNED);
    await world.reconcile('stale');
    expect(annotationsOf(world)).to.include(SIGNED);
    await world.reconcile();
    expect(listed(world)).to.deep.equal([]);
  });

  it('is taken again if another process has taken it back meanwhile', async () => {
    const world = await succeeded();
    const before = annotationsOf(world);
    chainsWrites(world, { ...Object.fromEntries(Object.keys(before).map((key) => [key, null])), ...SIGNED });
    await world.reconcile('stale');
    expect(world.cluster.writes.filter((write) => write === GIVE)).to.have.length(2);
    expect(listed(world)).to.deep.equal([]);
  });

  it('stays while Tekton Chains fails, which then begins again after a pause, until the limit', async () => {
    const world = await succeeded();
    await world.reconcile();
    let tries = 0;
    for (let waited = 0; waited < CHAINS_LOGIN_LIMIT_MS; waited += ASK_AGAIN_AFTER_MS) {
      expect(listed(world)).to.deep.equal(LOGIN);
      chainsWrites(world, FAILED);
      world.wait(ASK_AGAIN_AFTER_MS);
      await world.reconcile();
      if (annotationsOf(world)['chains.tekton.dev/signed'] === undefined) tries += 1;
    }
    expect(tries).to.equal(CHAINS_LOGIN_LIMIT_MS / ASK_AGAIN_AFTER_MS - 1);
    expect(listed(world)).to.deep.equal([]);
    expect(annotationsOf(world)).to.include(FAILED);
  });

  it('leaves at the limit if nothing signs, also if the process has been replaced', async () => {
    const world = await succeeded();
    await world.reconcile();
    world.wait(CHAINS_LOGIN_LIMIT_MS - 1);
    world.restart();
    expect(await world.reconcile()).to.deep.equal({ kind: 'requeue', afterMs: 1 });
    world.wait(1);
    await world.reconcile();
    expect(listed(world)).to.deep.equal([]);
  });

  it('keeps the Secrets that another controller adds to the account', async () => {
    const world = await succeeded();
    const added = { name: 'default-dockercfg-abcde' };
    const account = world.cluster.get('serviceaccounts', ACCOUNT) as KubeObject;
    world.cluster.put('serviceaccounts', { ...account, secrets: [added] });
    await world.reconcile();
    expect(listed(world)).to.deep.equal([added, ...LOGIN]);
    chainsWrites(world, SIGNED);
    await world.reconcile();
    expect(listed(world)).to.deep.equal([added]);
  });

  it('is given only if the Build succeeded', async () => {
    const failed = await begin();
    endTaskRun(failed, { exitCode: 1 });
    const forged = await begin();
    endTaskRun(forged, { url: 'registry.example.com/other' });
    for (const world of [failed, forged]) {
      await world.reconcile();
      expect(world.condition()).to.include({ status: 'False' });
      await world.reconcile();
      expect(listed(world)).to.deep.equal([]);
    }
  });

  it('is not given if Tekton Chains has signed with a login of its own', async () => {
    const world = await succeeded();
    chainsWrites(world, SIGNED);
    expect(await world.reconcile()).to.deep.equal({ kind: 'done' });
    expect(world.cluster.writes).not.to.include(GIVE);
  });

  it('is not given without the annotation', async () => {
    const world = await begin({});
    endTaskRun(world);
    await world.reconcile();
    const { length } = world.cluster.requests;
    await world.reconcile();
    expect(world.cluster.requests).to.have.length(length);
  });

  it('is not given to an account that is not of the Build, or is gone', async () => {
    for (const owner of ['other-uid', undefined]) {
      const world = await succeeded();
      const account = world.cluster.get('serviceaccounts', ACCOUNT) as KubeObject;
      const ownerReferences = [{ kind: 'Build', name: 'shop', uid: owner ?? '', controller: true }];
      if (owner === undefined) world.cluster.remove('serviceaccounts', ACCOUNT);
      else world.cluster.put('serviceaccounts', { ...account, metadata: { ...account.metadata, ownerReferences } });
      expect(await world.reconcile()).to.deep.equal({ kind: 'done' });
      expect(world.cluster.writes).not.to.include(GIVE);
    }
  });

  it('is not given for the TaskRun of another Build', async () => {
    const world = await succeeded();
    const taskRun = world.cluster.get('taskruns', 'shop-build') as KubeObject;
    const ownerReferences = [{ kind: 'Build', name: 'shop', uid: 'older-uid', controller: true }];
    world.cluster.put('taskruns', { ...taskRun, metadata: { ...taskRun.metadata, ownerReferences } });
    expect(await world.reconcile()).to.deep.equal({ kind: 'done' });
    expect(world.cluster.writes).not.to.include(GIVE);
  });

  it('leaves again if the TaskRun is deleted while it is given', async () => {
    const world = await succeeded();
    world.cluster.failNext(RECORD, new KubeError('NOT_FOUND', RECORD, 'not found'));
    await world.reconcile();
    expect(listed(world)).to.deep.equal([]);
  });

  for (const lost of [false, true]) {
    for (const [at, write] of [
      ['given', GIVE],
      ['given', RECORD],
      ['taken', GIVE],
      ['taken', RECORD],
    ] as const) {
      it(`is given and taken if the process ends ${lost ? 'after' : 'before'} "${write}" while it is ${at}`, async () => {
        const world = await succeeded();
        const endsAt = async (): Promise<void> => {
          if (lost) world.cluster.loseNext(write);
          else world.cluster.failNext(write, new KubeError('NETWORK', write, 'the connection breaks'));
          expect(await world.reconcile().catch(() => 'ended')).to.equal('ended');
          world.restart();
        };
        if (at === 'given') await endsAt();
        await world.reconcile();
        expect(listed(world)).to.deep.equal(LOGIN);
        chainsWrites(world, SIGNED);
        if (at === 'taken') await endsAt();
        await world.reconcile();
        expect(listed(world)).to.deep.equal([]);
        expect(annotationsOf(world)).not.to.have.any.keys(
          'taskpack.dev/chains-login',
          'taskpack.dev/chains-login-given',
        );
      });
    }
  }
});

describe('a ServiceAccount with a login for Tekton Chains that cannot be used', () => {
  const spec = { 'taskpack.dev/chains-login': 'other' };

  it('refuses Builds as TaskRuns', async () => {
    const world = await begin(spec);
    expect(world.condition()).to.include({ status: 'False', reason: 'BuildRefused' });
    expect(world.cluster.get('taskruns', 'shop-build')).to.equal(undefined);
  });

  it('runs Builds as Pods, which Tekton Chains does not see', async () => {
    const world = fakeWorld({ backend: 'native' });
    const metadata = { name: 'default', annotations: spec };
    world.cluster.put('serviceaccounts', { apiVersion: 'v1', kind: 'ServiceAccount', metadata });
    await world.reconcile();
    expect(world.cluster.get('pods', 'shop-build-pod')).not.to.equal(undefined);
  });
});
