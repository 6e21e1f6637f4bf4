import { expect } from 'chai';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { otherKey, sshRepository } from '../ssh-repository.ts';
import { temporaryFetch } from './temporary-fetch.ts';

describe('resource fetch, over SSH', () => {
  const { at, fetched } = temporaryFetch();
  const ssh = sshRepository({ text: 'over ssh' });

  /** The files that Tekton makes of a Secret of type kubernetes.io/ssh-auth (tektoncd/pipeline, pkg/credentials/gitcreds). */
  function writeCredentials(knownHosts: string | undefined): void {
    const [host = '', port = ''] = ssh().server.host.split(':');
    mkdirSync(at('home/.ssh'));
    writeFileSync(at('home/.ssh/id_git'), ssh().server.privateKey, { mode: 0o600 });
    const lines = [
      `Host ${host}`,
      `    HostName ${host}`,
      `    Port ${port}`,
      `    IdentityFile ${at('home/.ssh/id_git')}`,
    ];
    writeFileSync(at('home/.ssh/config'), `${lines.join('\n')}\n`);
    if (knownHosts !== undefined) writeFileSync(at('home/.ssh/known_hosts'), knownHosts);
  }

  async function outcome(knownHosts: string | undefined, trustsUnknownSshHosts: boolean): Promise<string> {
    writeCredentials(knownHosts);
    const url = `${ssh().server.user}@${ssh().server.host.replace(/:.*/, '')}:${ssh().path}`;
    try {
      await fetched({ url, trustsUnknownSshHosts });
      return readFileSync(at('go/src/app/text'), 'utf8');
    } catch (error) {
      return (error as { readonly code: string }).code;
    }
  }

  it('reports the URL with its user', async () => {
    writeCredentials(undefined);
    const url = `ssh://${ssh().server.user}@${ssh().server.host}${ssh().path}`;
    await fetched({ url });
    expect(readFileSync(at('url'), 'utf8')).to.equal(url);
  });

  for (const trusts of [true, false]) {
    const title = `where others would ${trusts ? '' : 'not '}be trusted`;

    it(`uses the key that Tekton puts into HOME, for a known host, ${title}`, async () => {
      expect(await outcome(ssh().server.knownHosts, trusts)).to.equal('over ssh');
    });

    it(`rejects a known host with another key, ${title}`, async () => {
      expect(await outcome(otherKey(ssh().server.knownHosts), trusts)).to.equal('HostKeyUnknown');
    });
  }

  it('trusts an unknown host only if the setting allows it', async () => {
    expect(await outcome(undefined, true)).to.equal('over ssh');
  });

  it('refuses an unknown host otherwise', async () => {
    expect(await outcome(undefined, false)).to.equal('HostKeyUnknown');
  });
});
