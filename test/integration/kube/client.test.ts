import { expect } from 'chai';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeEvent } from '../../../src/clients/kube/client/event.ts';
import type { KubeClient } from '../../../src/clients/kube/client/kube-client.ts';
import type { KubeObject } from '../../../src/clients/kube/client/kube-object.ts';
import { EVENTS, PODS } from '../../../src/clients/kube/client/resources.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { sharedCluster } from '../../cluster/shared-cluster.ts';
import { rejection } from '../registry/rejection.ts';
import { configMap, CONFIG_MAPS, connected, type Connected } from './connected.ts';

const NAMESPACE = 'kube-client';

function at(name: string): { readonly namespace: string; readonly name: string } {
  return { namespace: NAMESPACE, name };
}

describe('the client of a real API server', () => {
  let cluster: Cluster;
  let own: Connected;
  let client: KubeClient;
  let folder: string;

  before(async function () {
    // The first run builds the programs of the cluster.
    this.timeout(1_800_000);
    cluster = await sharedCluster();
    own = await connected(cluster.kubeconfig);
    ({ client } = own);
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-kube-'));
    await cluster.client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
  });
  after(async () => {
    await own?.close();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  it('creates and gets, and reports existing and missing objects', async () => {
    const created = await client.create(CONFIG_MAPS, configMap(NAMESPACE, 'a', { one: '1' }));
    expect(await client.get(CONFIG_MAPS, at('a'))).to.deep.equal(created);
    expect(JSON.stringify(created.metadata['managedFields'])).to.include('"manager":"taskpack"');
    expect(await rejection(client.create(CONFIG_MAPS, configMap(NAMESPACE, 'a')))).to.include({
      code: 'ALREADY_EXISTS',
      status: 409,
    });
    const error = await rejection(client.get(CONFIG_MAPS, at('none')));
    expect(String(error)).to.equal(
      `KubeError: get configmaps ${NAMESPACE}/none: not found (404 NotFound configmaps "none" not found)`,
    );
  });

  it('names the field if a patch is of another object', async () => {
    const { metadata } = configMap(NAMESPACE, 'first');
    await client.create(CONFIG_MAPS, configMap(NAMESPACE, 'first'));
    const error = await rejection(client.patch(CONFIG_MAPS, at(metadata.name), { metadata: { uid: 'of-another' } }));
    expect(error).to.include({ code: 'INVALID', status: 422 });
    expect(error).to.have.nested.property('causes[0].field', 'metadata.uid');
  });

  it('stores nothing in a dry run', async () => {
    const answer = await client.create(CONFIG_MAPS, configMap(NAMESPACE, 'dry'), { dryRun: true });
    expect(answer.metadata['uid']).to.be.a('string');
    expect(await rejection(client.get(CONFIG_MAPS, at('dry')))).to.include({ code: 'NOT_FOUND' });
  });

  it('lists objects by page, and adds the kind that items lack', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `page-${String(index).padStart(2, '0')}`);
    await Promise.all(
      names.map(async (name) =>
        client.create(CONFIG_MAPS, {
          ...configMap(NAMESPACE, name),
          metadata: { name, namespace: NAMESPACE, labels: { listed: 'yes' } },
        }),
      ),
    );
    const found: KubeObject[] = [];
    const options = { namespace: NAMESPACE, labelSelector: 'listed=yes', limit: 5 };
    for await (const object of client.list(CONFIG_MAPS, options)) found.push(object);
    expect(found.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).to.deep.equal(
      names.map((name) => `ConfigMap ${name}`),
    );
  });

  it('applies its own fields, removes dropped ones, and takes fields of other managers only by force', async () => {
    const apply = async (data: Readonly<Record<string, string>>, force = false) =>
      client.apply(CONFIG_MAPS, configMap(NAMESPACE, 'applied', data), { force });
    expect((await apply({ one: '1', two: '2' }))['data']).to.deep.equal({ one: '1', two: '2' });
    expect((await apply({ one: '1' }))['data']).to.deep.equal({ one: '1' });
    await cluster.client.apply(configMap(NAMESPACE, 'applied', { one: 'theirs' }) as never);
    const error = await rejection(apply({ one: 'ours' }));
    expect(error).to.include({ code: 'CONFLICT', status: 409 });
    expect((await apply({ one: 'ours' }, true))['data']).to.deep.equal({ one: 'ours' });
  });

  it('applies and patches the status only', async () => {
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p', namespace: NAMESPACE },
      spec: { containers: [{ name: 'c', image: 'none.test/x' }] },
    };
    await client.create(PODS, pod);
    const status = { phase: 'Running', message: 'by a test' };
    await client.apply(PODS, { ...pod, spec: {}, status }, { subresource: 'status' });
    await client.patch(PODS, at('p'), { status: { message: 'patched' } }, { subresource: 'status' });
    const { spec, status: is } = await client.get(PODS, at('p'));
    expect(JSON.stringify(spec)).to.include('none.test/x');
    expect(is).to.include({ phase: 'Running', message: 'patched' });
  });

  it('patches: null removes a field, and an old version is a conflict', async () => {
    const created = await client.create(CONFIG_MAPS, configMap(NAMESPACE, 'patched', { one: '1', two: '2' }));
    const patch = { metadata: { resourceVersion: created.metadata['resourceVersion'] ?? '' }, data: { one: null } };
    expect((await client.patch(CONFIG_MAPS, at('patched'), patch))['data']).to.deep.equal({ two: '2' });
    expect(await rejection(client.patch(CONFIG_MAPS, at('patched'), { ...patch, data: { two: null } }))).to.include({
      code: 'CONFLICT',
    });
  });

  it('deletes only the object with the given UID', async () => {
    const { metadata } = await client.create(CONFIG_MAPS, configMap(NAMESPACE, 'deleted'));
    const wrong = { uid: '00000000-0000-0000-0000-000000000000' };
    expect(await rejection(client.delete(CONFIG_MAPS, at('deleted'), wrong))).to.include({ code: 'CONFLICT' });
    await client.delete(CONFIG_MAPS, at('deleted'), { uid: metadata['uid'] as string, propagation: 'Background' });
    expect(await rejection(client.get(CONFIG_MAPS, at('deleted')))).to.include({ code: 'NOT_FOUND' });
  });

  it('reports the invalid fields of an object', async () => {
    const error = await rejection(client.create(CONFIG_MAPS, configMap(NAMESPACE, 'Not A Name')));
    expect(error).to.include({ code: 'INVALID' });
    expect(JSON.stringify(error)).to.include('"field":"metadata.name"');
  });

  it('writes events that the API server accepts', async () => {
    const regarding = await client.get(CONFIG_MAPS, at('a'));
    const happening = { regarding, type: 'Normal', reason: 'Tested', action: 'Test', note: 'ä'.repeat(2000) } as const;
    const reporter = { controller: 'test.io/controller', instance: 'test-1' };
    const event = makeEvent(happening, reporter, Date.now(), Math.random());
    const created = await client.create(EVENTS, event);
    expect(created).to.deep.include({ reason: 'Tested', type: 'Normal' });
    expect(created['regarding']).to.include({ kind: 'ConfigMap', name: 'a', uid: regarding.metadata['uid'] });
  });

  it('reports that a log is not available', async () => {
    const error = await rejection(client.podLog(at('p'), { container: 'other' }));
    expect(String(error)).to.match(
      /^KubeError: log of pods kube-client\/p container other: .* container other is not valid/,
    );
  });

  const variant = async (user: object | undefined, server: object = {}): Promise<Connected> => {
    const config = JSON.parse(readFileSync(cluster.kubeconfig, 'utf8')) as {
      readonly users: readonly { readonly name: string; readonly user: object }[];
      readonly clusters: readonly { readonly name: string; readonly cluster: object }[];
    };
    const users = config.users.map((entry) => ({ ...entry, user: user ?? entry.user }));
    const clusters = config.clusters.map((entry) => ({ ...entry, cluster: { ...entry.cluster, ...server } }));
    const file = path.join(folder, 'variant');
    writeFileSync(file, JSON.stringify({ ...config, users, clusters }));
    return connected(file);
  };
  const refusals: readonly (readonly [string, object | undefined, object, string])[] = [
    ['nobody', {}, {}, 'FORBIDDEN'],
    ['a wrong token', { token: 's3cr3t' }, {}, 'UNAUTHORIZED'],
    ['one who does not know the authority', undefined, { 'certificate-authority-data': undefined }, 'TLS'],
    ['one who expects another server', undefined, { 'tls-server-name': 'other.test' }, 'TLS'],
  ];
  for (const [who, user, server, code] of refusals) {
    it(`rejects ${who}`, async () => {
      const other = await variant(user, server);
      try {
        const error = await rejection(other.client.get(CONFIG_MAPS, at('a')));
        expect(error).to.include({ code });
        expect(String(error)).to.not.include('s3cr3t');
      } finally {
        await other.close();
      }
    });
  }

  it('impersonates another user on request', async () => {
    const { users } = JSON.parse(readFileSync(cluster.kubeconfig, 'utf8')) as { users: readonly { user: object }[] };
    const other = await variant({ ...users[0]?.user, as: 'jane', 'as-groups': ['system:authenticated'] });
    try {
      expect(String(await rejection(other.client.get(CONFIG_MAPS, at('a'))))).to.include('User "jane" cannot get');
    } finally {
      await other.close();
    }
  });

  it('authenticates with a token file, also with insecure-skip-tls-verify', async () => {
    const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { expirationSeconds: 600 } };
    const account = `/api/v1/namespaces/${NAMESPACE}/serviceaccounts/default`;
    const { status } = (await cluster.client.send('POST', `${account}/token`, request)) as {
      status: { token: string };
    };
    writeFileSync(path.join(folder, 'token'), `${status.token}\n`);
    const lax = { 'certificate-authority-data': undefined, 'insecure-skip-tls-verify': true };
    const other = await variant({ tokenFile: 'token' }, lax);
    try {
      const error = await rejection(other.client.get(CONFIG_MAPS, at('a')));
      expect(error).to.include({ code: 'FORBIDDEN' });
      expect(String(error)).to.include(`system:serviceaccount:${NAMESPACE}:default`);
    } finally {
      await other.close();
    }
  });
});
