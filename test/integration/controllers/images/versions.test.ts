import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { objectAt } from '../../../support/json-field.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { makeImage } from '../../../../src/core/oci/image.ts';
import { makeLayer } from '../../../../src/core/oci/layer.ts';
import type { Cluster } from '../../../cluster/cluster.ts';
import type { KubernetesObject } from '../../../cluster/kubernetes/object.ts';
import { ACCOUNT, basicAuthorization } from '../../../cluster/registry/account.ts';
import { serveHttp, type HttpServer } from '../../../support/http-server.ts';
import { pushImage } from '../../../cluster/registry/push-image.ts';
import { kpackCluster } from '../../crds/kpack-cluster.ts';
import { temporaryRegistry } from '../../registry/temporary-registry.ts';
import { looksTwice } from '../second-look.ts';
import { runResolvers, type RunningResolvers } from '../source-resolvers/running-resolvers.ts';
import { imageBed, soon, type ImageBed } from './image-bed.ts';
import { runImages, type RunningImages } from './running-images.ts';

const NAMESPACE = 'versions';
const INTERVAL_MS = 500;
const POLLED = { annotations: { 'taskpack.dev/poll-interval': '1s' } };
const BEARER = 'Bearer tok-en';

describe('the Builds of Images with a blob or an image as their source', function () {
  this.timeout(180_000);
  const registry = temporaryRegistry('basic');
  let cluster: Cluster;
  let bed: ImageBed;
  let server: HttpServer;
  let headers: Readonly<Record<string, string>> = { etag: '"1"' };
  let status = 206;
  let folder: string;
  let resolvers: RunningResolvers;
  let images: RunningImages;

  const push = async (content: string): Promise<string> => {
    const layers = [makeLayer([{ path: '/a.txt', kind: 'file', content }])];
    const image = makeImage({ config: { os: 'linux', architecture: 'amd64' }, layers });
    const target = { url: registry().url, repository: 'source', authorization: basicAuthorization() };
    return pushImage(image, target, 'latest');
  };
  const asked = async (kind: string, times: number): Promise<void> => {
    const queries = (): number => resolvers.versionQueries.filter((query) => query.startsWith(kind)).length;
    const before = queries();
    await soon('further queries', async () => queries() >= before + times);
    await resolvers.settled();
    await images.settled();
  };
  const build = async (name: string): Promise<JsonObject> => bed.get(bed.named('Build', name));
  const versionOf = async (name: string): Promise<unknown> =>
    objectAt(objectAt(await build(name), 'metadata'), 'annotations')['taskpack.dev/blob-version'];
  const imageOf = async (name: string): Promise<unknown> =>
    objectAt(objectAt(objectAt(await build(name), 'spec'), 'source'), 'registry')['image'];
  const secret = async (name: string, annotation: readonly [string, string], content: object): Promise<void> => {
    const metadata = { name, namespace: NAMESPACE, annotations: Object.fromEntries([annotation]) };
    await cluster.client.create({ apiVersion: 'v1', kind: 'Secret', metadata, ...content } as KubernetesObject);
  };

  before(async function () {
    this.timeout(1_800_000);
    cluster = await kpackCluster();
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-versions-'));
    server = await serveHttp('127.0.0.1', (request, response) => {
      if (request.headers.authorization !== BEARER) return void response.writeHead(401).end();
      response.writeHead(status, headers).end('a');
    });
    bed = await imageBed(cluster.client, NAMESPACE);
    await secret('blobs', ['kpack.io/blob', `http://${server.address}`], { stringData: { bearer: 'tok-en' } });
    await secret('registry', ['kpack.io/docker', `http://${registry().address}`], {
      type: 'kubernetes.io/basic-auth',
      stringData: ACCOUNT,
    });
    const metadata = { name: 'reader', namespace: NAMESPACE };
    const secrets = [{ name: 'blobs' }, { name: 'registry' }];
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata, secrets };
    await cluster.client.create(account as KubernetesObject);
    resolvers = await runResolvers(cluster.kubeconfig, [NAMESPACE], folder, INTERVAL_MS);
    images = await runImages(cluster.kubeconfig, NAMESPACE);
  });
  looksTwice(() => images);
  after(async () => {
    await Promise.all([resolvers?.stop(), images?.stop()]);
    await bed?.remove();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const blobSpec = (): object => ({
    serviceAccountName: 'reader',
    source: { blob: { url: `http://${server.address}/app.zip`, auth: 'secret' } },
  });

  it('start for each version of a blob, which they name, and not while the version stays', async () => {
    await bed.create('blob', blobSpec(), POLLED);
    await bed.finish(await bed.builds('blob', 1, 'CONFIG'), 'True');
    expect(await versionOf('blob-build-1')).to.equal('etag:1');
    await bed.reports('blob', 'UpToDate');
    await asked('blob', 3);
    expect(await bed.buildNames('blob')).to.deep.equal(['blob-build-1']);

    headers = { etag: '"2"' };
    await bed.finish(await bed.builds('blob', 2, 'COMMIT'), 'True');
    expect(await versionOf('blob-build-2')).to.equal('etag:2');
    const annotations = objectAt(objectAt(await build('blob-build-2'), 'metadata'), 'annotations');
    expect(annotations['image.kpack.io/buildChanges']).to.equal(
      JSON.stringify([{ reason: 'COMMIT', old: 'etag:1', new: 'etag:2' }]),
    );

    const digest = 'ab'.repeat(32);
    headers = { etag: '"2"', 'repr-digest': `sha-256=:${Buffer.from(digest, 'hex').toString('base64')}:` };
    await bed.finish(await bed.builds('blob', 3, 'COMMIT'), 'True');
    expect(await versionOf('blob-build-3')).to.equal(`sha256:${digest}`);
    await bed.reports('blob', 'UpToDate');
  });

  it('do not start while the server of the blob fails, which the SourceResolver says', async () => {
    const resolver = bed.named('SourceResolver', 'blob-source');
    status = 503;
    await soon('UpToDate is False', async () =>
      JSON.stringify(objectAt(await bed.get(resolver), 'status')).includes('"ServerUnavailable"'),
    );
    expect(JSON.stringify(await bed.get(resolver))).not.to.contain('tok-en');
    status = 206;
    await soon(
      'UpToDate is gone',
      async () => !JSON.stringify(objectAt(await bed.get(resolver), 'status')).includes('UpToDate'),
    );
    await images.settled();
    expect(await bed.buildNames('blob')).to.have.length(3);
  });

  it('start for each digest of an image, which they pull', async () => {
    const [image, first] = [`${registry().address}/source`, await push('one')];
    await bed.create('image', { serviceAccountName: 'reader', source: { registry: { image } } }, POLLED);
    await bed.finish(await bed.builds('image', 1, 'CONFIG'), 'True');
    expect(await imageOf('image-build-1')).to.equal(`${image}@${first}`);
    await bed.reports('image', 'UpToDate');
    await asked('registry', 3);
    expect(await bed.buildNames('image')).to.deep.equal(['image-build-1']);
    const second = await push('two');
    await bed.finish(await bed.builds('image', 2, 'CONFIG'), 'True');
    expect(await imageOf('image-build-2')).to.equal(`${image}@${second}`);
    await bed.reports('image', 'UpToDate');
  });

  it('do not start for a new version without the annotation', async () => {
    await bed.create('plain', blobSpec());
    await bed.finish(await bed.builds('plain', 1, 'CONFIG'), 'True');
    await bed.reports('plain', 'UpToDate');
    expect(await versionOf('plain-build-1')).to.equal(undefined);
    headers = { etag: '"3"' };
    await bed.finish(await bed.builds('blob', 4, 'COMMIT'), 'True');
    await bed.reports('blob', 'UpToDate');
    expect(await bed.buildNames('plain')).to.deep.equal(['plain-build-1']);
  });
});
