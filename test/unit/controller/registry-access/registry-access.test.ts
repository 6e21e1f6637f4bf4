import { expect } from 'chai';
import { InvalidImageError } from '../../../../src/core/inspection/invalid-image-error.ts';
import type { IndexPlatform } from '../../../../src/core/model/index-platform.ts';
import { canonicalName, type ImageReference } from '../../../../src/core/model/image-reference.ts';
import type { Keychain } from '../../../../src/clients/registry/client/credentials/keychain.ts';
import type { Platform } from '../../../../src/clients/registry/client/manifests/platform.ts';
import type { RegistryClient } from '../../../../src/clients/registry/client/registry-client.ts';
import { RegistryError } from '../../../../src/clients/registry/client/registry-error.ts';
import { digestOf } from '../../../../src/core/oci/digest.ts';
import type { Account } from '../../../../src/controller/registry-access/account.ts';
import { registryAccess, type RegistryAccess } from '../../../../src/controller/registry-access/registry-access.ts';
import { rejection } from '../../../integration/registry/rejection.ts';
import { account, clusterOf, login } from './some-cluster.ts';

const IMAGE = Buffer.from('an image');
const DIGEST = digestOf(IMAGE);
const INDEX = digestOf(Buffer.from('an index of it'));
const RIGHT: Account = { namespace: 'team', serviceAccount: 'right' };
const WRONG: Account = { namespace: 'team', serviceAccount: 'wrong' };

describe('registries as the accounts of a cluster reach them', () => {
  let time: number;
  let platform: IndexPlatform;
  let asked: string[];
  let labels: Readonly<Record<string, string>>;
  let cluster: ReturnType<typeof clusterOf>;
  let access: RegistryAccess;

  const configuration = () => ({
    os: 'linux',
    architecture: 'amd64',
    config: { Labels: labels },
    rootfs: { diff_ids: [] },
  });
  /** A registry that accepts one password, and records its requests. */
  const makeClient = (keychain: Keychain): RegistryClient => {
    const enter = async (what: string, reference: ImageReference): Promise<void> => {
      asked.push(`${what} ${canonicalName(reference)}`);
      const credential = await keychain(reference);
      if (credential?.kind === 'password' && credential.password === 'right') return;
      throw new RegistryError('UNAUTHORIZED', { registry: 'r.test', image: canonicalName(reference) }, 'who are you?');
    };
    return {
      resolve: async (reference: ImageReference) => {
        await enter('resolve', reference);
        return { digest: reference.tag === 'index' ? INDEX : DIGEST, mediaType: '', size: 0 };
      },
      config: async (reference: ImageReference, { architecture }: Platform) => {
        await enter('config', reference);
        const json = { ...configuration(), ...(reference.digest === INDEX && { architecture }) };
        const manifest = { digest: DIGEST, bytes: IMAGE, ...(reference.digest === INDEX && { indexDigest: INDEX }) };
        return { manifest, layers: [], bytes: Buffer.from(JSON.stringify(json)), json };
      },
    } as unknown as RegistryClient;
  };

  beforeEach(() => {
    time = 0;
    platform = 'linux/amd64';
    asked = [];
    labels = { 'io.buildpacks.stack.id': 'some-stack' };
    cluster = clusterOf(
      account('right', ['right']),
      account('wrong', ['wrong']),
      login('right', 'r.test', 'right'),
      login('wrong', 'r.test', 'wrong'),
    );
    access = registryAccess({ client: cluster, makeClient, now: () => time, indexPlatform: async () => platform });
  });

  it('lets other work run after an image is parsed and before its facts are read', async () => {
    const order: string[] = [];
    const json = new Proxy({}, { get: () => void order.push('read') });
    const config = async (): Promise<object> => {
      setImmediate(() => order.push('other work'));
      return { manifest: { digest: DIGEST, bytes: IMAGE }, layers: [], bytes: IMAGE, json };
    };
    const parsing = {
      makeClient: () => ({ config }) as unknown as RegistryClient,
      indexPlatform: async () => platform,
    };
    await registryAccess({ ...parsing, client: cluster, now: () => time }).facts(`r.test/app@${DIGEST}`, undefined);
    expect(order.slice(0, 2)).to.deep.equal(['other work', 'read']);
  });

  it('reads facts by digest once', async () => {
    const image = `r.test/app@${DIGEST}`;
    const facts = await access.facts(image, RIGHT);
    expect(facts).to.include({ image, digest: DIGEST, stackId: 'some-stack' });
    time += 1_000_000;
    expect(await access.facts(image, RIGHT)).to.deep.equal(facts);
    expect((await access.labels(image, RIGHT)).get('io.buildpacks.stack.id')).to.equal('some-stack');
    expect(asked).to.deep.equal([`config r.test/app@${DIGEST}`]);
    expect(cluster.asked).to.deep.equal(['ServiceAccount team/right', 'Secret team/right']);
  });

  it('resolves each tag, and reads no digest again', async () => {
    await access.facts('r.test/app:1', RIGHT);
    await access.facts('r.test/app:2', RIGHT);
    expect(asked).to.deep.equal(['resolve r.test/app:1', `config r.test/app@${DIGEST}`, 'resolve r.test/app:2']);
  });

  it('returns the digests of an index and of its image', async () => {
    const ofIndex = { digest: DIGEST, indexDigest: INDEX };
    expect(await access.facts('r.test/app:index', RIGHT)).to.include({ image: 'r.test/app:index', ...ofIndex });
    expect(await access.facts(`r.test/app@${INDEX}`, RIGHT)).to.include(ofIndex);
    expect(asked).to.deep.equal(['resolve r.test/app:index', `config r.test/app@${INDEX}`]);
    expect(await access.facts(`r.test/app@${DIGEST}`, RIGHT)).not.to.have.property('indexDigest');
  });

  it('reads the images of an index for each architecture, and a single image once', async () => {
    expect(await architecturesOf(`r.test/app@${INDEX}`)).to.deep.equal(['amd64', 'arm64', 'arm64', 'amd64']);
    expect(asked).to.deep.equal([`config r.test/app@${INDEX}`, `config r.test/app@${INDEX}`]);
    expect(await architecturesOf(`r.test/app@${DIGEST}`)).to.deep.equal(['amd64', 'amd64', 'amd64', 'amd64']);
    expect(asked.slice(2)).to.deep.equal([`config r.test/app@${DIGEST}`]);
  });

  it('reads the image of an index for the platform of the cluster', async () => {
    platform = 'linux/arm64';
    expect((await access.facts(`r.test/app@${INDEX}`, RIGHT)).platform?.architecture).to.equal('arm64');
  });

  for (const [who, stranger] of [
    ['another account', WRONG],
    ['nobody', undefined],
    ['an account of that name elsewhere', { ...RIGHT, namespace: 'other' }],
  ] as const) {
    it(`returns nothing to ${who} that it may not read itself`, async () => {
      const image = `r.test/app@${DIGEST}`;
      await access.facts(image, RIGHT);
      expect(await rejection(access.facts(image, stranger))).to.include({ code: 'UNAUTHORIZED' });
      expect(await rejection(access.labels(image, stranger))).to.include({ code: 'UNAUTHORIZED' });
    });
  }

  it('does not reuse facts of another repository', async () => {
    await access.facts(`r.test/app@${DIGEST}`, RIGHT);
    await access.facts(`r.test/other@${DIGEST}`, RIGHT);
    expect(asked).to.deep.equal([`config r.test/app@${DIGEST}`, `config r.test/other@${DIGEST}`]);
  });

  it('shares one request and one read of the Secrets between concurrent callers', async () => {
    await Promise.all(Array.from({ length: 5 }, async () => access.facts('r.test/app:1', RIGHT)));
    expect(asked).to.deep.equal(['resolve r.test/app:1', `config r.test/app@${DIGEST}`]);
    expect(cluster.asked).to.have.length(2);
  });

  it('reads Secrets again after ten seconds', async () => {
    await access.facts('r.test/app:1', RIGHT);
    time += 9_999;
    await access.facts('r.test/app:1', RIGHT);
    expect(cluster.asked).to.have.length(2);
    time += 1;
    await access.facts('r.test/app:1', RIGHT);
    expect(cluster.asked).to.have.length(4);
  });

  it('asks again after a refusal', async () => {
    await rejection(access.facts('r.test/app:1', WRONG));
    await rejection(access.facts('r.test/app:1', WRONG));
    expect(asked).to.have.length(2);
  });

  it('reports why an image has no facts, and still returns its labels', async () => {
    labels = { 'io.buildpacks.stack.mixins': 'no JSON' };
    const image = `r.test/app@${DIGEST}`;
    const error = await rejection(access.facts(image, RIGHT));
    expect(error).to.be.instanceOf(InvalidImageError);
    expect(String(error)).to.match(new RegExp(`^InvalidImageError: ${image}: .*io.buildpacks.stack.mixins`));
    expect((await access.labels(image, RIGHT)).size).to.equal(1);
    expect(await rejection(access.facts('r.test/-:', RIGHT))).to.be.instanceOf(InvalidImageError);
  });

  it('rejects only the caller whose signal is aborted', async () => {
    const stop = new AbortController();
    const [one, other] = [access.facts('r.test/app:1', RIGHT, stop.signal), access.facts('r.test/app:1', RIGHT)];
    stop.abort(new Error('enough'));
    expect(String(await rejection(one))).to.equal('Error: enough');
    expect(await other).to.include({ digest: DIGEST });
  });

  it('publishes with the credentials of one account, and reads each repository with those of its account', async () => {
    const a = { registry: 'r.test', repository: 'app', tag: '1' };
    const b = { ...a, repository: 'other' };
    const plain = await access.client(WRONG);
    expect(await rejection(plain.resolve(a))).to.include({ code: 'UNAUTHORIZED' });
    const reading = await access.client(WRONG, new Map([['r.test/app', RIGHT]]));
    expect(await reading.resolve(a)).to.include({ digest: DIGEST });
    expect(await rejection(reading.resolve(b))).to.include({ code: 'UNAUTHORIZED' });
    const falling = await access.client(RIGHT, new Map([['r.test/app', { ...RIGHT, serviceAccount: 'none' }]]));
    expect(await falling.resolve(a)).to.include({ digest: DIGEST });
  });

  it('trusts the certificates of a namespace only in connections without the login of another namespace', async () => {
    const connected: (string | undefined)[] = [];
    const recording = registryAccess({
      client: cluster,
      indexPlatform: async () => platform,
      makeClient: (keychain, owner) => {
        connected.push(owner?.namespace);
        return makeClient(keychain);
      },
      now: () => time,
    });
    const tenant: Account = { namespace: 'tenant', serviceAccount: 'builder' };
    await recording.client(tenant, new Map([['r.test/app', RIGHT]]));
    expect(connected.at(-1)).to.equal(undefined);
    await recording.client(RIGHT, new Map([['r.test/app', WRONG]]));
    expect(connected.at(-1)).to.equal('team');
  });

  /** Returns the architectures that lookups of an image with and without an architecture find. */
  async function architecturesOf(image: string): Promise<readonly unknown[]> {
    const facts = [];
    for (const architecture of [undefined, 'arm64', 'arm64', 'amd64'])
      facts.push(await access.facts(image, RIGHT, undefined, architecture));
    return facts.map((found) => found.platform?.architecture);
  }
});
