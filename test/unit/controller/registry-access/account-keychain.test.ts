import { expect } from 'chai';
import type { KubeObject } from '../../../../src/clients/kube/client/kube-object.ts';
import { accountKeychain } from '../../../../src/controller/registry-access/account-keychain.ts';
import { readAccountSecrets } from '../../../../src/controller/registry-access/account.ts';
import { rejection } from '../../../integration/registry/rejection.ts';
import { account, clusterOf, dockercfg, dockerConfig, login } from './some-cluster.ts';

const R = { registry: 'r.test', repository: 'a' };
const HUB = { registry: 'index.docker.io', repository: 'library/a' };
const TEAM = { namespace: 'team', serviceAccount: 'builder' };

describe('the keychain of an account', () => {
  /** The objects of the cluster, and the password that is meant for a repository. */
  const table: Readonly<Record<string, readonly [readonly KubeObject[], typeof R, string | undefined]>> = {
    'a login for the registry': [[account('builder', ['a']), login('a', 'r.test', 'one')], R, 'one'],
    'a login by URL': [[account('builder', ['a']), login('a', 'https://r.test/v1/', 'one')], R, 'one'],
    'a login for Docker Hub': [
      [account('builder', ['a']), login('a', 'https://index.docker.io/v1/', 'one')],
      HUB,
      'one',
    ],
    'a login for another registry': [[account('builder', ['a']), login('a', 's.test', 'one')], R, undefined],
    'a docker config': [[account('builder', ['a']), dockerConfig('a', 'r.test', 'one')], R, 'one'],
    'a dockercfg': [[account('builder', ['a']), dockercfg('a', 'r.test', 'one')], R, 'one'],
    'a pull secret': [[account('builder', [], ['a']), dockerConfig('a', 'r.test', 'one')], R, 'one'],
    'a login as pull secret': [[account('builder', [], ['a']), login('a', 'r.test', 'one')], R, undefined],
    'its own before pull secrets': [
      [account('builder', ['a'], ['b']), dockerConfig('a', 'r.test', 'own'), dockerConfig('b', 'r.test/a', 'pull')],
      R,
      'own',
    ],
    'the first of its own': [
      [account('builder', ['a', 'b']), login('a', 'r.test', 'first'), dockerConfig('b', 'r.test', 'second')],
      R,
      'first',
    ],
    'a Secret that is gone': [[account('builder', ['gone', 'b']), login('b', 'r.test', 'one')], R, 'one'],
    'no account': [[login('a', 'r.test', 'one')], R, undefined],
  };
  for (const [what, [objects, repository, password]] of Object.entries(table)) {
    it(what, async () => {
      const keychain = accountKeychain(await readAccountSecrets(clusterOf(...objects), TEAM));
      const expected = password === undefined ? undefined : { kind: 'password', username: 'me', password };
      expect(await keychain(repository)).to.deep.equal(expected);
    });
  }

  it('uses the pull Secrets that the caller names before those of the ServiceAccount', async () => {
    const cluster = clusterOf(
      account('builder', [], ['theirs']),
      dockerConfig('theirs', 'r.test', 'theirs'),
      dockerConfig('given', 'r.test', 'given'),
    );
    const secrets = await readAccountSecrets(cluster, { ...TEAM, imagePullSecrets: ['given', 'theirs'] });
    expect(await accountKeychain(secrets)(R)).to.include({ password: 'given' });
    expect(cluster.asked).to.deep.equal(['ServiceAccount team/builder', 'Secret team/given', 'Secret team/theirs']);
  });

  it('uses the account `default` for an account without a name', async () => {
    const cluster = clusterOf();
    await readAccountSecrets(cluster, { namespace: 'team', serviceAccount: '' });
    expect(cluster.asked).to.deep.equal(['ServiceAccount team/default']);
  });

  it('names the Secret that cannot be read, and shows nothing of it', async () => {
    const broken = { ...dockerConfig('a', 'r.test', 'one'), data: { '.dockerconfigjson': 'aHVudGVyMg==' } };
    const work = readAccountSecrets(clusterOf(account('builder', ['a']), broken), TEAM).then(accountKeychain);
    const error = await rejection(work);
    expect(error).to.include({ code: 'CREDENTIALS' });
    expect(String(error)).to.include('Secret team/a').and.not.include('hunter2');
  });

  describe('with docker configs that would block the event loop', () => {
    it('refuses a docker config with too many registries before it parses the config', async () => {
      expect(await failure([large('a', 60_000)], ['a'])).to.include(
        'Secret team/a: not a valid docker config: it has more than 10000 list items and fields; keep only the registries that are used',
      );
    });

    it('refuses Secrets with too many registries together, at the Secret that exceeds the limit', async () => {
      const listed = names(5);
      expect(
        await failure(
          listed.map((name) => large(name, 4_000)),
          listed,
        ),
      ).to.include(
        'Secret team/s2: the Secrets of the ServiceAccount have more than 10000 registries together, which taskpack does not read; list fewer Secrets',
      );
    });

    it('reads no further Secret if the Secrets have more than 2 MiB', async () => {
      const listed = names(20);
      const data = { other: 'x'.repeat(1024 * 1024) };
      const cluster = clusterOf(
        account('builder', listed),
        ...listed.map((name) => ({ ...login(name, 'r.test', 'one'), data })),
      );
      const error = await rejection(readAccountSecrets(cluster, TEAM));
      expect(String(error)).to.include(
        'ServiceAccount team/builder: lists Secrets of more than 2097152 bytes in base64; list only those that Builds need',
      );
      expect(cluster.asked.length).to.be.lessThan(10);
    });

    it('reads none of more than 50 Secrets', async () => {
      const cluster = clusterOf(account('builder', names(51)));
      const error = await rejection(readAccountSecrets(cluster, TEAM));
      expect(String(error)).to.include(
        'ServiceAccount team/builder: lists 51 Secrets, and taskpack reads at most 50; list only those that Builds need',
      );
      expect(cluster.asked).to.deep.equal(['ServiceAccount team/builder']);
    });
  });
});

/** Returns a docker config of many registries. */
function large(name: string, registries: number): KubeObject {
  const auths = Object.fromEntries(Array.from({ length: registries }, (_, place) => [`${name}-${place}`, 1]));
  const data = { '.dockerconfigjson': Buffer.from(JSON.stringify({ auths })).toString('base64') };
  return { ...dockerConfig(name, 'r.test', 'one'), data };
}

function names(count: number): readonly string[] {
  return Array.from({ length: count }, (_, place) => `s${place}`);
}

async function failure(objects: readonly KubeObject[], listed: readonly string[]): Promise<string> {
  const secrets = readAccountSecrets(clusterOf(account('builder', listed), ...objects), TEAM);
  return String(await rejection(secrets.then(accountKeychain)));
}
