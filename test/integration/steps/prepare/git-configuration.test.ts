import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { configureGit } from '../../../../src/clients/git/configuration.ts';
import { CORPORATE_CA } from '../../../support/authorities.ts';
import type { GitCredential } from '../../../../src/clients/git/credentials.ts';

const KNOWN = 'git.example.com ssh-ed25519 AAAA';

function ssh(host: string, knownHosts: string | undefined): GitCredential {
  return { kind: 'ssh', host, key: 'a key', knownHosts };
}

describe('configureGit', () => {
  let scratch: string;
  beforeEach(async () => {
    scratch = await mkdtemp(path.join(tmpdir(), 'taskpack-git-'));
  });
  afterEach(async () => rm(scratch, { recursive: true }));

  const configured = async (
    credentials: readonly GitCredential[],
    trustUnknownSshHosts: boolean,
  ): Promise<Readonly<Record<string, string | undefined>>> =>
    configureGit({ scratch, environment: { PATH: process.env['PATH'] }, credentials, trustUnknownSshHosts });

  it('accepts a server that sends five bytes in five seconds while the server packs objects', async () => {
    const env = await configured([], true);
    const limit = execFileSync('git', ['config', '--get', 'http.lowSpeedLimit'], { env, encoding: 'utf8' });
    expect(limit.trim()).to.equal('1');
  });

  it('trusts added certificates beside the well-known authorities, because git reads one file', async () => {
    const added = path.join(scratch, 'added');
    await mkdir(added);
    await writeFile(path.join(added, 'ca.pem'), CORPORATE_CA);
    const environment = { PATH: process.env['PATH'], SSL_CERT_DIR: added };
    const env = await configureGit({ scratch, environment, credentials: [], trustUnknownSshHosts: true });
    const file = execFileSync('git', ['config', '--get', 'http.sslCAInfo'], { env, encoding: 'utf8' }).trim();
    const text = await readFile(file, 'utf8');
    expect(text.endsWith(CORPORATE_CA)).to.equal(true);
    expect(text).to.include(rootCertificates[0]);
  });

  for (const [trusts, knownHosts, files, checking] of [
    [true, KNOWN, 'known-hosts-0', 'true'],
    [false, KNOWN, 'known-hosts-0', 'true'],
    [true, undefined, 'null', 'false'],
    [true, '\n', 'null', 'false'],
    [false, undefined, 'null', 'true'],
  ] as const) {
    it(`verifies a server with ${JSON.stringify(knownHosts)} while unknown hosts are ${trusts ? '' : 'not '}trusted`, async () => {
      await configured([ssh('git.example.com', knownHosts)], trusts);
      const args = ['-G', '-F', path.join(scratch, 'ssh_config'), 'git.example.com'];
      const options = execFileSync('ssh', args, { encoding: 'utf8' });
      expect(options).to.match(new RegExp(`^userknownhostsfile .*/${files}$`, 'm'));
      expect(options).to.match(new RegExp(`^stricthostkeychecking ${checking}$`, 'm'));
    });
  }

  it('trusts other servers than the server with the known key', async () => {
    await configured([ssh('git.example.com', KNOWN)], true);
    const args = ['-G', '-F', path.join(scratch, 'ssh_config'), 'other.example.com'];
    expect(execFileSync('ssh', args, { encoding: 'utf8' })).to.match(/^stricthostkeychecking false$/m);
  });
});
