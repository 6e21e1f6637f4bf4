import { expect } from 'chai';
import type { KubeObject } from '../../../src/kube/client/kube-object.ts';
import { accountKeychain } from '../../../src/registry-access/account-keychain.ts';
import { readAccountSecrets } from '../../../src/registry-access/account.ts';
import { rejection } from '../../integration/registry/rejection.ts';
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
});
