import { expect } from 'chai';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Cluster } from '../../../cluster/cluster.ts';
import type { KubernetesObject } from '../../../cluster/kubernetes/object.ts';
import { until } from '../../../cluster/processes/until.ts';
import { ensurePrograms } from '../../../cluster/programs/build-programs.ts';
import { ACCOUNT, basicAuthorization } from '../../../cluster/registry/account.ts';
import { pushImage } from '../../../cluster/registry/push-image.ts';
import { STACK } from '../../../cluster/universe/stack.ts';
import { signingOracle } from '../../completion/signing-oracle.ts';
import { kpackCluster } from '../../crds/kpack-cluster.ts';
import { temporaryRegistry } from '../../registry/temporary-registry.ts';
import { cosign, type Cosign } from '../../signing/cosign.ts';
import type { Universe } from '../../../cluster/universe/universe.ts';
import { someUniverse } from '../../universe/some-universe.ts';
import { looksTwice } from '../second-look.ts';
import { runControllers, type RunningControllers } from './running-controllers.ts';
import { conditionsOf, statusOf } from './statuses.ts';

const NAMESPACE = 'private-images';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('the controllers of stores, stacks, lifecycles and buildpacks, with private images', function () {
  this.timeout(120_000);
  const registry = temporaryRegistry('basic');
  const open = temporaryRegistry('none');
  let cluster: Cluster;
  let image: string;
  let images: Universe;
  let controllers: RunningControllers;
  /** The folder of a cosign key, and the home of a cosign program with the login for the private registry. */
  let folder: string;
  let realCosign: Cosign;

  const create = async (object: unknown): Promise<void> => {
    await cluster.client.create(object as KubernetesObject);
  };
  const account = async (name: string, fields: object): Promise<void> =>
    create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace: NAMESPACE }, ...fields });
  const secret = async (name: string, fields: object): Promise<void> => {
    const { annotations, ...others } = fields as { readonly annotations?: object };
    const metadata = { name, namespace: NAMESPACE, ...(annotations && { annotations }) };
    await create({ apiVersion: 'v1', kind: 'Secret', metadata, ...others });
  };
  /** The expected status of a Buildpack of that account. */
  const conditionFor = async (serviceAccountName: string): Promise<string> => {
    const metadata = { name: serviceAccountName, namespace: NAMESPACE };
    const buildpack = { apiVersion: 'kpack.io/v1alpha2', kind: 'Buildpack', metadata };
    await create({ ...buildpack, spec: { image, serviceAccountName } });
    return until('it was looked at', async () => conditionsOf(await statusOf(cluster, buildpack))[0]);
  };
  const config = (password: string): string =>
    JSON.stringify({ auths: { [registry().address]: { auth: base64(`${ACCOUNT.username}:${password}`) } } });

  /** Waits until a builder is up to date. Returns its image. */
  const published = async (builder: KubernetesObject): Promise<string> =>
    until('the builder is published', async () => {
      const status = await statusOf(cluster, builder);
      const isReady = conditionsOf(status).join() === 'Ready=True,UpToDate=True';
      return isReady ? String(status['latestImage']) : undefined;
    });

  before(async function () {
    this.timeout(1_800_000);
    cluster = await kpackCluster();
    const target = { url: registry().url, repository: 'private/hello', authorization: basicAuthorization() };
    images = await someUniverse();
    const digest = await pushImage(images['hello-1.0.0'], target, 'latest');
    image = `${registry().address}/private/hello@${digest}`;
    await cluster.client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
    await secret('login', {
      type: 'kubernetes.io/basic-auth',
      annotations: { 'kpack.io/docker': `http://${registry().address}` },
      stringData: ACCOUNT,
    });
    await secret('plain-login', { type: 'kubernetes.io/basic-auth', stringData: ACCOUNT });
    for (const [name, password] of [
      ['config', ACCOUNT.password],
      ['wrong-config', 'open sesame'],
    ] as const) {
      await secret(name, {
        type: 'kubernetes.io/dockerconfigjson',
        stringData: { '.dockerconfigjson': config(password) },
      });
    }
    await secret('broken-config', {
      type: 'Opaque',
      stringData: { '.dockerconfigjson': 'no JSON' },
    });
    const programs = await ensurePrograms(['cosign', 'signing-oracle'], (line) => console.error(line));
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-signed-builder-'));
    await signingOracle(programs['signing-oracle'], folder).makeKey(folder, 'open sesame');
    mkdirSync(path.join(folder, '.docker'));
    writeFileSync(path.join(folder, '.docker/config.json'), config(ACCOUNT.password));
    realCosign = cosign(programs.cosign, folder, 'open sesame');
    const key = readFileSync(path.join(folder, 'cosign.key'), 'utf8');
    await secret('cosign', { stringData: { 'cosign.key': key, 'cosign.password': 'open sesame' } });
    controllers = await runControllers(cluster.kubeconfig);
  });
  looksTwice(() => controllers);
  after(async () => {
    await controllers?.stop();
    rmSync(folder, { recursive: true, force: true });
    await cluster?.client.delete({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
    for (const kind of ['ClusterBuilder', 'ClusterStack', 'ClusterLifecycle']) {
      await cluster?.client.delete({ apiVersion: 'kpack.io/v1alpha2', kind, metadata: { name: NAMESPACE } });
    }
  });

  const given: Readonly<Record<string, object>> = {
    'a login that says for which registry': { secrets: [{ name: 'login' }] },
    'a docker config': { secrets: [{ name: 'config' }] },
    'a docker config that pulls images': { imagePullSecrets: [{ name: 'config' }] },
    'a docker config beside a Secret that is not there': { secrets: [{ name: 'gone' }, { name: 'config' }] },
  };
  for (const [index, [what, fields]] of Object.entries(given).entries()) {
    it(`read a private image with ${what}`, async () => {
      await account(`right-${index}`, fields);
      expect(await conditionFor(`right-${index}`)).to.equal('Ready=True');
    });
  }

  const refused: Readonly<Record<string, object>> = {
    'no Secret': {},
    'the wrong password': { secrets: [{ name: 'wrong-config' }] },
    'a login that does not say for which registry': { secrets: [{ name: 'plain-login' }] },
    'a login that only pulls images': { imagePullSecrets: [{ name: 'login' }] },
    'a Secret that is none of credentials': { secrets: [{ name: 'broken-config' }] },
  };
  for (const [index, [what, fields]] of Object.entries(refused).entries()) {
    it(`fail with ${what}, although other accounts have read the image before`, async () => {
      await account(`wrong-${index}`, fields);
      expect(await conditionFor(`wrong-${index}`)).to.match(/^Ready=False .*\/private\/hello@sha256:.*: .*401/);
    });
  }

  it('fail if the ServiceAccount does not exist', async () => {
    expect(await conditionFor('nobody')).to.match(/^Ready=False .*401/);
  });

  it("use the Buildpack's account to copy layers into a builder whose own account may not read them", async () => {
    const pushed = async (name: 'build' | 'run' | 'lifecycle') => {
      const digest = await pushImage(images[name], { url: open().url, repository: name }, 'latest');
      return { image: `${open().address}/${name}@${digest}` };
    };
    await account('reader', { secrets: [{ name: 'config' }] });
    await account('writer', { secrets: [{ name: 'cosign' }] });
    await conditionFor('reader');
    const apiVersion = 'kpack.io/v1alpha2';
    const metadata = { name: NAMESPACE };
    const [buildImage, runImage] = [await pushed('build'), await pushed('run')];
    await create({ apiVersion, kind: 'ClusterStack', metadata, spec: { id: STACK.id, buildImage, runImage } });
    await create({ apiVersion, kind: 'ClusterLifecycle', metadata, spec: await pushed('lifecycle') });
    const builder = { apiVersion, kind: 'Builder', metadata: { name: 'builder', namespace: NAMESPACE } };
    const spec = {
      tag: `${open().address}/builder`,
      stack: { kind: 'ClusterStack', name: NAMESPACE },
      lifecycle: { kind: 'ClusterLifecycle', name: NAMESPACE },
      serviceAccountName: 'writer',
      order: [{ group: [{ kind: 'Buildpack', name: 'reader' }] }],
    };
    await create({ ...builder, spec });
    const latestImage = await published(builder);
    const place = `${open().url}/v2/builder/manifests/${latestImage.split('@')[1]}`;
    const accept = 'application/vnd.oci.image.manifest.v1+json, application/vnd.docker.distribution.manifest.v2+json';
    expect((await fetch(place, { headers: { accept } })).status).to.equal(200);
    await realCosign.verify(path.join(folder, 'cosign.pub'), latestImage);
  });

  it('sign a ClusterBuilder in a private repository with the key of its account, as cosign verifies', async () => {
    await account('signer', { secrets: [{ name: 'config' }, { name: 'cosign' }] });
    const metadata = { name: NAMESPACE };
    const builder = { apiVersion: 'kpack.io/v1alpha2', kind: 'ClusterBuilder', metadata };
    const spec = {
      tag: `${registry().address}/private/builder`,
      stack: { kind: 'ClusterStack', name: NAMESPACE },
      lifecycle: { kind: 'ClusterLifecycle', name: NAMESPACE },
      serviceAccountRef: { name: 'signer', namespace: NAMESPACE },
      order: [{ group: [{ image }] }],
    };
    await create({ ...builder, spec });
    await realCosign.verify(path.join(folder, 'cosign.pub'), await published(builder));
    const { signaturePaths } = await statusOf(cluster, builder);
    const [{ signingSecret = '', targetDigest = '' } = {}] = signaturePaths as readonly Record<string, string>[];
    expect(signingSecret).to.equal(`k8s://${NAMESPACE}/cosign`);
    const [repository, digest] = targetDigest.split('@');
    expect(repository).to.equal(`${registry().address}/private/builder`);
    const headers = { authorization: basicAuthorization(), accept: 'application/vnd.oci.image.manifest.v1+json' };
    const found = await fetch(`${registry().url}/v2/private/builder/manifests/${digest}`, { headers });
    expect(found.status).to.equal(200);
  });

  it('send no request and write nothing when every object is reconciled again', async () => {
    await controllers.settled();
    controllers.registryRequests.length = 0;
    controllers.writes.length = 0;
    await controllers.again();
    expect(controllers.registryRequests).to.deep.equal([]);
    expect(controllers.writes).to.deep.equal([]);
  });
});
