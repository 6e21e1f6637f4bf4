import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { temporaryRegistry } from '../../registry/temporary-registry.ts';
import { mountSecret, temporaryBuilds, type Prepared } from './prepared-build.ts';
import { pushSmallImage } from './pushed-image.ts';
import { otherKey, sshRepository } from '../ssh-repository.ts';
import { filesIn, treeListing } from './tree-listing.ts';

describe('prepare: a git source over SSH', () => {
  const registry = temporaryRegistry('none');
  const build = temporaryBuilds(() => `${registry().address}/app:1`);
  const ssh = sshRepository({ file: 'over ssh\n' });
  before(async () => pushSmallImage(`${registry().address}/app:1`));

  const prepared = async (
    keys: Readonly<Record<string, string>>,
    { trustUnknownSshHosts = false, host = ssh().server.host }: { trustUnknownSshHosts?: boolean; host?: string } = {},
  ): Promise<Prepared> => {
    const { folder } = await build();
    const path = mountSecret(folder, 'ssh', keys);
    const url = `ssh://${ssh().server.user}@${ssh().server.host}${ssh().path}`;
    return build({
      folder,
      source: { kind: 'git', url, revision: 'main', initializeSubmodules: false },
      credentials: { trustUnknownSshHosts, source: [{ kind: 'git-ssh', server: host, path }] },
    });
  };

  it('is fetched from a known host, with the same result each time', async () => {
    const keys = { 'ssh-privatekey': ssh().server.privateKey, known_hosts: ssh().server.knownHosts };
    const [one, other] = [await prepared(keys), await prepared(keys)];
    expect(one.errors).to.deep.equal([]);
    expect(readFileSync(one.at('workspace', 'file'), 'utf8')).to.equal('over ssh\n');
    expect(treeListing(one.at('workspace'))).to.deep.equal(treeListing(other.at('workspace')));
    expect(filesIn(one.at('credentials'))).to.deep.equal(['config.json']);
  });

  it('accepts a key without a final newline or with Windows line endings', async () => {
    for (const key of [ssh().server.privateKey.trimEnd(), ssh().server.privateKey.replaceAll('\n', '\r\n')]) {
      const { code } = await prepared({ 'ssh-privatekey': key, known_hosts: ssh().server.knownHosts });
      expect(code).to.equal(0);
    }
  });

  it('trusts an unknown host if the setting allows it', async () => {
    expect(
      (await prepared({ 'ssh-privatekey': ssh().server.privateKey }, { trustUnknownSshHosts: true })).code,
    ).to.equal(0);
  });

  for (const [what, knownHosts, trustUnknownSshHosts] of [
    ['an unknown host', () => undefined, false],
    ['a host with another key', otherKey, false],
    ['a host with another key, where unknown ones are trusted', otherKey, true],
  ] as const) {
    it(`rejects ${what}`, async () => {
      const known = knownHosts(ssh().server.knownHosts);
      const keys = { 'ssh-privatekey': ssh().server.privateKey, ...(known !== undefined && { known_hosts: known }) };
      const result = await prepared(keys, { trustUnknownSshHosts });
      expect(result.code).to.equal(23);
      expect(result.errors.join('')).to.match(/^ERROR: the host key of the SSH server is not in known_hosts/);
      expect(filesIn(result.at('credentials'))).to.deep.equal(['config.json']);
    });
  }

  it('offers a key to no other host or port', async () => {
    const keys = { 'ssh-privatekey': ssh().server.privateKey };
    for (const host of ['127.0.0.1', 'example.com', '127.0.0.1:1']) {
      expect((await prepared(keys, { trustUnknownSshHosts: true, host })).code).to.equal(21);
    }
  });
});
