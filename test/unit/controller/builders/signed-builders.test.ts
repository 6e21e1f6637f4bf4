import { expect } from 'chai';
import type { AnyBuilder } from '../../../../src/controller/builders/builder-kinds.ts';
import { BUILDERS, CLUSTER_BUILDERS } from '../../../../src/controller/builders/builder-kinds.ts';
import { builderController } from '../../../../src/controller/builders/builder-controller.ts';
import type { KubeObject } from '../../../../src/clients/kube/client/kube-object.ts';
import { KubeError } from '../../../../src/clients/kube/kube-error.ts';
import { canonicalName, type ImageReference } from '../../../../src/core/model/image-reference.ts';
import type { SignatureFormat } from '../../../../src/core/model/signature-format.ts';
import { objectsAt, textAt } from '../../../support/json-field.ts';
import { registryAccess } from '../../../../src/controller/registry-access/registry-access.ts';
import type { RegistryClient } from '../../../../src/clients/registry/client/registry-client.ts';
import { RegistryError } from '../../../../src/clients/registry/client/registry-error.ts';
import type { Outcome } from '../../../../src/core/runtime/controller.ts';
import { digestOf, someBuilder, someClusterBuilder } from '../../core/builders/some-world.ts';
import { encryptedKey, keyPem } from '../../clients/signing/encrypted-key.ts';
import { memoryRegistry, type MemoryRegistry } from '../../clients/signing/memory-registry.ts';
import { cachedObjects, statusWriter, type CachedObjects } from '../kit/cached-objects.ts';
import { someResources } from './some-resources.ts';

const PASSWORD = 'open sesame';
const [FIRST, SECOND] = [keyPem(encryptedKey(PASSWORD)), keyPem(encryptedKey(PASSWORD))];
const BY_NAME = [{ group: [{ kind: 'Buildpack', name: 'java' }] }];
const HOUR = 3_600_000;
const keyData = (key: string): object => ({ 'cosign.key': key, 'cosign.password': PASSWORD });
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('builders whose account has signing keys', () => {
  let time: number;
  let objects: Map<string, KubeObject>;
  let signatures: MemoryRegistry;
  let requests: number;
  let refused: ReadonlySet<string>;
  let builders: CachedObjects<AnyBuilder>;
  let client: ReturnType<typeof statusWriter<AnyBuilder>>;
  let reconcile: () => Promise<Outcome>;
  let format: SignatureFormat;
  let refusesBundles: boolean;

  const counted =
    <Args extends readonly [ImageReference, ...unknown[]], T>(send: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      requests += 1;
      const [{ registry: host, repository }] = args;
      if (!refused.has(repository)) return send(...args);
      throw new RegistryError('DENIED', { registry: host, image: `${host}/${repository}` }, 'no');
    };
  /** A registry that has the run image, and keeps what is pushed. */
  const registry = (): RegistryClient => {
    return {
      ...signatures.client,
      config: counted(signatures.client.config),
      referrers: counted(signatures.client.referrers),
      pushReferrers: async (...args: Parameters<RegistryClient['pushReferrers']>) => {
        if (!refusesBundles) return signatures.client.pushReferrers(...args);
        const [subject] = args;
        const image = `${subject.registry}/${subject.repository}`;
        throw new RegistryError('REFUSED', { registry: subject.registry, image }, 'no artifacts');
      },
      pushManifest: counted(signatures.client.pushManifest),
      resolve: async (reference: ImageReference) => {
        requests += 1;
        if (reference.tag?.endsWith('-run-image') ?? false) return { digest: digestOf('1'), mediaType: '', size: 0 };
        if ('digest' in reference) return signatures.client.resolve(reference);
        throw new RegistryError('NOT_FOUND', { registry: reference.registry, image: canonicalName(reference) }, 'no');
      },
      hasBlob: async () => true,
      copyBlob: async () => 'present',
    } as unknown as RegistryClient;
  };
  const get = async ({ kind }: { kind: string }, { namespace, name }: { namespace?: string; name: string }) => {
    const found = objects.get(`${kind} ${namespace}/${name}`);
    if (found === undefined) throw new KubeError('NOT_FOUND', `get ${kind} ${name}`, 'it is not there');
    return found;
  };
  const start = (builder: AnyBuilder): void => {
    builders = cachedObjects<AnyBuilder>({ ...builder, metadata: { ...builder.metadata, generation: 1 } });
    client = statusWriter(builders);
    const controller = builderController({
      resource: (builder.kind === 'Builder' ? BUILDERS : CLUSTER_BUILDERS).resource,
      cache: builders,
      resources: someResources(),
      client,
      access: registryAccess({
        client: { get },
        makeClient: registry,
        now: () => time,
        indexPlatform: async () => 'linux/amd64',
      }),
      maximumPlatformApi: '0.11',
      signatureFormat: format,
      workers: 1,
      now: () => time,
      random: () => 0.5,
    });
    const [[key] = ['']] = [...builders.store.entries()];
    reconcile = async () => controller.reconcile(key, new AbortController().signal);
  };
  /** Reconciles after an hour, when the Secrets are due. */
  const reconcileLater = async (): Promise<Outcome> => {
    time += HOUR;
    return reconcile();
  };
  const put = (object: KubeObject): void => {
    objects.set(`${object.kind} ${textAt(object.metadata, 'namespace')}/${object.metadata.name}`, object);
  };
  const putSecret = (name: string, data: object, version = '1', annotations = {}, namespace = 'team'): void => {
    const values = Object.fromEntries(Object.entries(data).map(([key, text]) => [key, base64(String(text))]));
    const metadata = { name, namespace, resourceVersion: version, annotations };
    put({ apiVersion: 'v1', kind: 'Secret', metadata, data: values });
  };
  const putAccount = (secrets: readonly string[], name = 'default', namespace = 'team'): void =>
    put({
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name, namespace },
      secrets: secrets.map((secret) => ({ name: secret })),
    });
  const status = (): NonNullable<AnyBuilder['status']> => builders.store.list()[0]?.status ?? {};
  const conditions = (): readonly string[] =>
    (status().conditions ?? []).map(({ type, status: is, reason, message }) =>
      [`${type}=${is}`, reason, message].filter((text) => text !== undefined).join(' '),
    );
  /** The number of signatures at each tag. */
  const signed = (): Readonly<Record<string, number>> =>
    Object.fromEntries(
      [...signatures.tags]
        .filter(([tag]) => tag.endsWith('.sig'))
        .map(([tag, manifest]) => [tag, objectsAt(manifest, 'layers').length]),
    );
  /** The number of bundles in each repository. */
  const bundles = (): Readonly<Record<string, number>> =>
    Object.fromEntries([...signatures.referrers].map(([name, list]) => [name.split('@')[0], list.length]));
  const sigTag = (repository: string): string =>
    `${repository}:${(status().latestImage ?? '').split('@')[1]?.replace(':', '-')}.sig`;

  beforeEach(() => {
    time = Date.UTC(2026, 0, 1);
    objects = new Map();
    signatures = memoryRegistry();
    requests = 0;
    refused = new Set();
    format = 'both';
    refusesBundles = false;
    putAccount(['login', 'one', 'no-password', 'gone']);
    putSecret('login', { username: 'me' });
    putSecret('no-password', { 'cosign.key': FIRST });
    putSecret('one', keyData(FIRST), '7');
    start(someBuilder('team', BY_NAME));
  });

  it('are signed once, and the status lists the signature', async () => {
    expect(await reconcile()).to.deep.equal({ kind: 'requeue', afterMs: HOUR });
    expect(conditions()).to.deep.equal(['Ready=True', 'UpToDate=True']);
    expect(signed()).to.deep.equal({ [sigTag('registry.example.com/builder')]: 1 });
    const [path, ...others] = status().signaturePaths ?? [];
    expect(others).to.deep.equal([]);
    expect(path).to.include({ signingSecret: 'k8s://team/one', signingSecretVersion: '7' });
    expect(path?.targetDigest).to.match(/^registry\.example\.com\/builder@sha256:[0-9a-f]{64}$/);
  });

  it('are not signed again and cause no request, also after a restart', async () => {
    await reconcile();
    const before = requests;
    await reconcile();
    await reconcileLater();
    expect(client.patches).to.have.length(1);
    const [builder] = builders.store.list();
    start(builder as AnyBuilder);
    await reconcile();
    expect(client.patches).to.deep.equal([]);
    expect(requests).to.equal(before);
  });

  it('are signed with the keys of serviceAccountRef if they are ClusterBuilders', async () => {
    start(someClusterBuilder([]));
    putAccount(['key'], 'kpack', 'kpack');
    putSecret('key', keyData(SECOND), '1', {}, 'kpack');
    await reconcile();
    expect(status().signaturePaths?.map(({ signingSecret }) => signingSecret)).to.deep.equal(['k8s://kpack/key']);
  });

  it('are signed with every key, in the repository of its Secret', async () => {
    putAccount(['one', 'two', 'other']);
    putSecret('two', keyData(SECOND));
    putSecret('other', keyData(SECOND), '1', {
      'kpack.io/cosign.repository': 'registry.example.com/signatures',
      'kpack.io/cosign.docker-media-types': '1',
    });
    await reconcile();
    const [own, other] = [sigTag('registry.example.com/builder'), sigTag('registry.example.com/signatures')];
    expect(signed()).to.deep.equal({ [own]: 2, [other]: 1 });
    expect(status().signaturePaths?.[2]?.targetDigest).to.match(/^registry\.example\.com\/signatures@sha256:/);
    expect(signatures.tags.get(other)?.['mediaType']).to.contain('vnd.docker');
    expect(signatures.tags.get(own)?.['mediaType']).to.contain('vnd.oci');
  });

  it('are signed again with a rotated key, and keep the older signature', async () => {
    await reconcile();
    putSecret('one', keyData(SECOND), '8');
    await reconcileLater();
    expect(signed()).to.deep.equal({ [sigTag('registry.example.com/builder')]: 2 });
    expect(status().signaturePaths?.[0]?.signingSecretVersion).to.equal('8');
  });

  it('are not signed again if a Secret changes but its key does not', async () => {
    await reconcile();
    const [before] = status().signaturePaths ?? [];
    putSecret('one', keyData(FIRST), '8');
    await reconcileLater();
    expect(status().signaturePaths).to.deep.equal([{ ...before, signingSecretVersion: '8' }]);
    expect(signed()).to.deep.equal({ [sigTag('registry.example.com/builder')]: 1 });
  });

  it('are signed once their account gets a key, and the status forgets a key that the account loses', async () => {
    putAccount([]);
    await reconcile();
    expect(status()).not.to.have.property('signaturePaths');
    putAccount(['one']);
    await reconcileLater();
    expect(status().signaturePaths).to.have.length(1);
    putAccount([]);
    await reconcileLater();
    expect(status()).not.to.have.property('signaturePaths');
    expect(conditions()).to.deep.equal(['Ready=True', 'UpToDate=True']);
  });

  it('have a Sigstore bundle beside the tag of each key, and only one of them if the format says so', async () => {
    putAccount(['one', 'two']);
    putSecret('two', keyData(SECOND));
    await reconcile();
    expect(bundles()).to.deep.equal({ 'registry.example.com/builder': 2 });
    expect([...signatures.referrers.keys()][0]?.split('@')[1]).to.equal(status().latestImage?.split('@')[1]);
    for (const [only, tags, referring] of [
      ['tags', 1, 0],
      ['bundles', 0, 1],
    ] as const) {
      signatures = memoryRegistry();
      format = only;
      putAccount(['one']);
      start(someBuilder('team', BY_NAME));
      await reconcile();
      expect([Object.keys(signed()).length, Object.keys(bundles()).length]).to.deep.equal([tags, referring]);
      expect(status().signaturePaths?.[0]?.targetDigest).to.match(
        /^registry\.example\.com\/builder@sha256:[0-9a-f]{64}$/,
      );
    }
    const [[bundle] = []] = [...signatures.referrers.values()];
    expect(status().signaturePaths?.[0]?.targetDigest).to.contain(bundle?.digest);
  });

  it('are Ready with all signatures at their tags if the registry refuses bundles, unless only bundles are wanted', async () => {
    putAccount(['one', 'two']);
    putSecret('two', keyData(SECOND));
    refusesBundles = true;
    await reconcile();
    expect(Object.values(signed())).to.deep.equal([2]);
    expect(status().signaturePaths).to.have.length(2);
    format = 'bundles';
    start(someBuilder('team', BY_NAME));
    await reconcile();
    expect(conditions()[1]).to.match(
      /^UpToDate=False ReconcileFailed unable to sign image with specified key from secret one in namespace team: its Sigstore bundle cannot be stored \(SIGNATURE_FORMAT=tags writes none\): registry\.example\.com\/builder: no artifacts$/,
    );
  });

  const failures: Readonly<Record<string, readonly [() => void, string]>> = {
    'the password is wrong': [
      () => putSecret('one', { 'cosign.key': FIRST, 'cosign.password': 'open barley' }),
      'cosign.key cannot be decrypted with cosign.password: correct the password in the Secret',
    ],
    'the repository is invalid': [
      () => putSecret('one', keyData(FIRST), '1', { 'kpack.io/cosign.repository': 'registry.example.com/a:1' }),
      'the annotation kpack.io/cosign.repository must be a repository without tag and digest, not registry.example.com/a:1',
    ],
    'the registry refuses the signature': [
      () => {
        putSecret('one', keyData(FIRST), '1', { 'kpack.io/cosign.repository': 'registry.example.com/sigs' });
        refused = new Set(['sigs']);
      },
      'registry.example.com/sigs: no',
    ],
  };
  for (const [what, [happen, reason]] of Object.entries(failures)) {
    it(`are not Ready if ${what}, and recover`, async () => {
      happen();
      expect(await reconcile()).to.deep.equal({ kind: 'requeue', afterMs: HOUR / 12 });
      const message = `unable to sign image with specified key from secret one in namespace team: ${reason}`;
      expect(conditions()).to.deep.equal([
        `Ready=False NoLatestImage Builder has no latestImage: ${message}`,
        `UpToDate=False ReconcileFailed ${message}`,
      ]);
      expect(status()).not.to.have.any.keys('latestImage', 'signaturePaths');
      expect(JSON.stringify(client.patches)).not.to.contain(PASSWORD).and.not.to.contain('PRIVATE KEY');
      refused = new Set();
      putSecret('one', keyData(FIRST));
      await reconcileLater();
      expect(conditions()).to.deep.equal(['Ready=True', 'UpToDate=True']);
      expect(status().signaturePaths).to.have.length(1);
    });
  }

  it('keep their image if a later signature fails', async () => {
    await reconcile();
    const { latestImage, signaturePaths } = status();
    putSecret('one', { 'cosign.key': 'no key', 'cosign.password': '' }, '8');
    await reconcileLater();
    expect(conditions()).to.deep.equal([
      'Ready=True',
      'UpToDate=False ReconcileFailed unable to sign image with specified key from secret one in namespace team: cosign.key is not an encrypted private key of cosign: create one with cosign generate-key-pair',
    ]);
    expect(status()).to.deep.include({ latestImage, signaturePaths });
  });
});
