import { expect } from 'chai';
import { GitError } from '../../../../../src/clients/git/references/git-error.ts';
import type { KubeObject } from '../../../../../src/clients/kube/client/kube-object.ts';
import { settled } from '../../../../support/virtual-clock.ts';
import { account, clusterOf } from '../../registry-access/some-cluster.ts';
import { base64, GitBed, id, MINUTE, resolved, secret, wanted } from './git-bed.ts';

describe('the logins of ServiceAccounts at git servers', () => {
  let bed: GitBed;

  beforeEach(() => {
    bed = new GitBed();
  });
  afterEach(() => bed.stop());

  it('share a query by URL and login, not by ServiceAccount', async () => {
    bed.start(
      account('one', ['login']),
      account('two', ['same-login']),
      account('three', ['other-login']),
      account('stranger', ['login-elsewhere']),
      secret('login', 'me', 'secret'),
      secret('same-login', 'me', 'secret'),
      secret('other-login', 'me', 'other'),
      secret('login-elsewhere', 'me', 'elsewhere', 'https://git.example:8443'),
    );
    for (const serviceAccount of ['one', 'two', 'three', 'stranger', 'none']) {
      await bed.access.watch(serviceAccount, wanted({ account: { namespace: 'team', serviceAccount } }));
    }
    await settled();
    expect(bed.asked.map((query) => query.split(' ')[2])).to.have.members([
      base64('me:secret'),
      base64('me:other'),
      'refs/heads/main',
    ]);
  });

  it('use the login in the URL, and ssh keys for the host only', async () => {
    bed.start(
      account('builder', ['key', 'other-key']),
      sshSecret('key', 'git.example'),
      sshSecret('other-key', 'other.example'),
    );
    await bed.access.watch('a', wanted({ url: 'https://me:secret@git.example/app' }));
    await bed.access.watch('b', wanted({ url: 'git@git.example:app' }));
    await settled();
    expect(bed.asked.map((query) => query.split(' refs/')[0])).to.deep.equal([
      `http https://git.example/app ${base64('me:secret')}`,
      'git git@git.example:app key of git.example',
    ]);
  });

  it('report a Secret without a key, and an address that is none, without a query', async () => {
    const broken = { ...secret('login', 'me', 'secret'), data: { username: base64('me') } };
    bed.start(account('builder', ['login']), broken);
    expect(await bed.access.watch('a', wanted())).to.deep.equal({
      kind: 'failed',
      reason: 'CredentialsInvalid',
      message: 'Secret login has no key password: add it',
    });
    expect(await bed.access.watch('b', wanted({ url: '/etc' }))).to.include({
      kind: 'failed',
      reason: 'SourceUnsupported',
    });
    await bed.clock.advance(5 * MINUTE);
    expect(bed.asked).to.deep.equal([]);
  });

  it('report an account with too many Secrets without a query', async () => {
    const names = Array.from({ length: 51 }, (_, place) => `login-${place}`);
    bed.start(account('builder', names));
    expect(await bed.access.watch('a', wanted())).to.deep.equal({
      kind: 'failed',
      reason: 'CredentialsInvalid',
      message:
        'ServiceAccount team/builder: lists 51 Secrets, and taskpack reads at most 50; list only those that Builds need',
    });
    expect(bed.asked).to.deep.equal([]);
  });

  it('ask with new credentials as soon as a watcher calls again', async () => {
    const mended = secret('login', 'me', 'secret');
    const builder = account('builder', ['login']);
    bed.start(builder);
    bed.failure = new GitError('SourceDenied', 'no');
    await bed.access.watch('a', wanted());
    await settled();
    bed.get = clusterOf(builder, mended).get;
    await bed.clock.advance(11_000);
    bed.failure = undefined;
    expect(await bed.access.watch('a', wanted())).to.deep.equal({ kind: 'pending' });
    await settled();
    expect(bed.asked.at(-1)).to.include(base64('me:secret'));
    expect(await bed.access.watch('a', wanted())).to.deep.equal(resolved(id('1')));
  });
});

function sshSecret(name: string, host: string): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace: 'team', annotations: { 'kpack.io/git': `git@${host}` } },
    type: 'kubernetes.io/ssh-auth',
    data: { 'ssh-privatekey': base64(`key of ${host}`) },
  };
}
