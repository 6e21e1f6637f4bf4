import { expect } from 'chai';
import type { KubeObject } from '../../../../../src/clients/kube/client/kube-object.ts';
import { repositoryName } from '../../../../../src/core/model/image-reference.ts';
import { RegistryError } from '../../../../../src/clients/registry/client/registry-error.ts';
import { makeDispatcher } from '../../../../../src/clients/registry/client/transport/dispatcher.ts';
import {
  versionAccess,
  type VersionAccess,
} from '../../../../../src/controller/sources/source-versions/version-access.ts';
import type { WantedVersion } from '../../../../../src/controller/sources/source-versions/wanted-version.ts';
import { settled, VirtualClock } from '../../../../support/virtual-clock.ts';
import { account, clusterOf, dockerConfig, login } from '../../registry-access/some-cluster.ts';

const MINUTE = 60_000;
const digest = (digit: string): string => `sha256:${digit.repeat(64)}`;

describe('the access to the versions of sources', () => {
  let clock: VirtualClock;
  let stop: AbortController;
  let access: VersionAccess;
  let version: string;
  let failure: RegistryError | undefined;
  let asked: string[];
  let told: string[];
  let outcomes: string[];

  const start = (...objects: readonly KubeObject[]): void => {
    const { get } = clusterOf(...objects);
    const http = { dispatcher: makeDispatcher({ guard: { allowed: '' } }), now: Date.now, timeoutMs: 1_000 };
    access = versionAccess({
      client: { get },
      clock,
      random: () => 0.5,
      networkOf: () => undefined,
      httpOf: () => http,
      makeClient: (keychain) => ({
        resolve: async (reference) => {
          const credential = await keychain(reference);
          asked.push(`${repositoryName(reference)} ${credential?.kind === 'password' ? credential.password : ''}`);
          if (failure !== undefined) throw failure;
          return { digest: version, mediaType: 'application/vnd.oci.image.manifest.v1+json', size: 1 };
        },
      }),
      onAsked: (kind, outcome) => void outcomes.push(`${kind} ${outcome}`),
      signal: stop.signal,
    });
    access.subscribe((watcher) => void told.push(watcher));
  };
  beforeEach(() => {
    [clock, stop, version, failure] = [new VirtualClock(), new AbortController(), digest('1'), undefined];
    [asked, told, outcomes] = [[], [], []];
    start();
  });
  afterEach(() => stop.abort());

  it('resolves a version, and notifies the watcher only when it changes', async () => {
    expect(await access.watch('a', wanted())).to.deep.equal({ kind: 'pending' });
    await settled();
    expect(told).to.deep.equal(['a']);
    expect(await access.watch('a', wanted())).to.deep.equal({ kind: 'resolved', version: digest('1') });
    await clock.advance(5 * MINUTE);
    expect(told).to.deep.equal(['a']);
    version = digest('2');
    await clock.advance(MINUTE);
    expect(told).to.deep.equal(['a', 'a']);
    expect(await access.watch('a', wanted())).to.deep.equal({ kind: 'resolved', version: digest('2') });
  });

  it('sends one query for all with the same login, and one more for another login', async () => {
    start(account('builder', []), account('other', ['login']), login('login', 'registry.example', 'open'));
    for (let index = 0; index < 20; index += 1) await access.watch(`w${index}`, wanted());
    await access.watch('other', wanted({ account: { namespace: 'team', serviceAccount: 'other' } }));
    await settled();
    expect(asked).to.have.members(['registry.example/app ', 'registry.example/app open']);
  });

  it('sends a query for each namespace, which shows no other namespace its failure', async () => {
    const subject = { registry: 'registry.example', image: 'registry.example/app:1' };
    failure = new RegistryError('UNAVAILABLE', subject, 'out of order', { server: 'registry.example' });
    await access.watch('a', wanted());
    await settled();
    failure = undefined;
    const other = wanted({ account: { namespace: 'other', serviceAccount: 'builder' } });
    expect(await access.watch('b', other)).to.deep.equal({ kind: 'pending' });
    await settled();
    expect(await access.watch('b', other)).to.deep.equal({ kind: 'resolved', version: digest('1') });
    expect(told).to.deep.equal(['a', 'b']);
  });

  it("uses the source's own pull Secrets before those of the account, as prepare does", async () => {
    start(
      account('builder', ['login'], ['account-pull']),
      login('login', 'registry.example', 'of the account'),
      dockerConfig('account-pull', 'registry.example', 'of the pull Secret'),
      dockerConfig('source-pull', 'registry.example', 'of the source'),
    );
    await access.watch('a', wanted({}, ['source-pull']));
    await access.watch('b', wanted());
    await settled();
    expect(asked).to.have.members(['registry.example/app of the source', 'registry.example/app of the account']);
  });

  it('spreads the queries about known versions over the interval, and asks no more without watchers', async () => {
    await access.watch('a', wanted({ isKnown: true }));
    await clock.advance(MINUTE / 2 - 1);
    expect(asked).to.deep.equal([]);
    await clock.advance(1);
    expect(asked).to.have.length(1);
    access.unwatch('a');
    await clock.advance(10 * MINUTE);
    expect(asked).to.have.length(1);
  });

  it('reports a failure, asks after the Retry-After, and notifies the watcher when the server answers', async () => {
    const subject = { registry: 'registry.example', image: 'registry.example/app:1' };
    failure = new RegistryError('RATE_LIMITED', subject, 'too many requests', { retryAfterMs: 20 * MINUTE });
    await access.watch('a', wanted());
    await settled();
    expect(await access.watch('a', wanted())).to.include({ kind: 'failed', reason: 'ServerUnavailable' });
    expect(outcomes).to.deep.equal(['registry ServerUnavailable']);
    failure = undefined;
    await clock.advance(19 * MINUTE);
    expect(asked).to.have.length(1);
    await clock.advance(10 * MINUTE);
    expect(await access.watch('a', wanted())).to.deep.equal({ kind: 'resolved', version: digest('1') });
    expect(told).to.deep.equal(['a', 'a']);
  });

  it('reports credentials and addresses that cannot be used, without a query', async () => {
    const blob = { kind: 'blob', url: 'https://blobs.example/app.zip', authentication: 'secret' } as const;
    expect(await access.watch('a', wanted({ source: blob }))).to.include({
      kind: 'failed',
      reason: 'CredentialsInvalid',
    });
    const file = { kind: 'blob', url: 'file:///etc/passwd', authentication: 'none' } as const;
    expect(await access.watch('a', wanted({ source: file }))).to.include({ reason: 'SourceUnsupported' });
    const image = { kind: 'registry', image: 'no image', pullSecrets: [] } as const;
    expect(await access.watch('a', wanted({ source: image }))).to.include({ reason: 'SourceUnsupported' });
    expect(outcomes).to.deep.equal([]);
  });
});

function wanted(changes: Partial<WantedVersion> = {}, pullSecrets: readonly string[] = []): WantedVersion {
  return {
    source: { kind: 'registry', image: 'registry.example/app:1', pullSecrets },
    account: { namespace: 'team', serviceAccount: 'builder' },
    intervalMs: MINUTE,
    isKnown: false,
    ...changes,
  };
}
