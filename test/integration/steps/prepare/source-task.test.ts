import { expect } from 'chai';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeImage } from '../../../../src/core/oci/image.ts';
import { makeLayer } from '../../../../src/core/oci/layer.ts';
import { makeRepositories, type Repositories } from '../../../cluster/sources/git-repository.ts';
import { startBlobServer } from '../../../cluster/sources/blob-server.ts';
import { startGitServer, type GitServer } from '../../../cluster/sources/git-server.ts';
import { startSshServer, type SshServer } from '../../../cluster/sources/ssh-server.ts';
import { tarBytes } from '../../../support/archives/tar-bytes.ts';
import { temporaryRegistry } from '../../registry/temporary-registry.ts';
import { mountSecret, temporaryBuilds, type Prepared } from './prepared-build.ts';
import { pushImage } from './pushed-image.ts';
import { filesIn } from './tree-listing.ts';

const AUTHORIZATION = `Basic ${Buffer.from('me:pass word').toString('base64')}`;

describe('prepare: a source without a build', () => {
  const registry = temporaryRegistry('none');
  const build = temporaryBuilds(() => '');
  let repositories: Repositories;
  let server: GitServer;
  let folder: string;
  let commit: string;

  before(async () => {
    repositories = makeRepositories();
    commit = repositories.commit('app', { 'run.sh': '#!/bin/sh\n', 'a/b': 'c' });
    server = await startGitServer(repositories.folder, { authorization: AUTHORIZATION });
  });
  after(async () => {
    await server.stop();
    repositories.remove();
  });
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-source-'));
    for (const name of ['output/lost+found', 'results']) mkdirSync(path.join(folder, name), { recursive: true });
    writeFileSync(path.join(folder, 'output/old'), '');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function run(...args: readonly string[]): Promise<Prepared> {
    const names = ['commit', 'url', 'committer-date', 'digest'];
    const places = names.map((one) => `-result=${one}=${folder}/results/${one}`);
    return build({ task: ['-task=source', `-output=${folder}/output`, ...places, ...args] });
  }

  function results(): object {
    const names = ['commit', 'url', 'committer-date', 'digest'];
    return Object.fromEntries(names.map((one) => [one, readFileSync(path.join(folder, 'results', one), 'utf8')]));
  }

  function output(): readonly string[] {
    return filesIn(path.join(folder, 'output')).filter((name) => !name.includes('.git/'));
  }

  const FORMS = {
    'a Secret of type basic-auth': { username: 'me', password: 'pass word' },
    "git's own form": { '.git-credentials': 'https://other:x@g.example\nhttp://me:pass%20word@ADDRESS\n' },
  };
  for (const [form, keys] of Object.entries(FORMS)) {
    it(`fetches a git repository, with credentials in ${form}`, async () => {
      const url = `${server.url}/app.git`;
      const { host } = new URL(url);
      const texts = Object.entries(keys).map(([key, text]) => [key, text.replace('ADDRESS', host)] as const);
      const secret = mountSecret(folder, 'git', Object.fromEntries(texts));
      const { errors, at } = await run(`-url=${url}`, '-revision=', '-submodules=true', `-git-credentials=${secret}`);
      expect(errors).to.deep.equal([]);
      expect(output()).to.deep.equal(['a/b', 'run.sh']);
      expect(results()).to.deep.equal({ commit, url, 'committer-date': '1700000000', digest: '' });
      expect(filesIn(at('credentials'))).to.deep.equal([]);
      expect(existsSync(path.join(folder, 'output/lost+found'))).to.equal(true);
    });
  }

  it('fails without credentials, or with unreadable credentials', async () => {
    expect((await run(`-url=${server.url}/app.git`)).code).to.equal(21);
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    expect((await run(`-url=${server.url}/app.git`, `-git-credentials=${file}`)).code).to.equal(10);
  });

  it('fails if a password is not encoded correctly', async () => {
    const credentials = 'https://other:x@g.example\nhttp://me:100%@g.example\n';
    const secret = mountSecret(folder, 'git', { '.git-credentials': credentials });
    const { code, errors } = await run(`-url=${server.url}/app.git`, `-git-credentials=${secret}`);
    expect(code).to.equal(10);
    expect(errors).to.deep.equal(['ERROR: line 2 of .git-credentials has an invalid percent-encoding: write % as %25']);
  });

  it('is an archive; the log has no secret part of its address', async () => {
    const blobs = await startBlobServer(await tarBytes([{ name: 'a', content: 'a' }]));
    try {
      expect((await run(`-archive=${blobs.url}/a.tar?signature=x#y`)).errors).to.deep.equal([]);
      expect(output()).to.deep.equal(['a']);
      expect(results()).to.deep.include({ commit: '', url: `${blobs.url}/a.tar` });
      const { errors } = await run(`-archive=${blobs.url.replace('//', '//me:password@')}/a.tar`);
      expect(errors).to.deep.equal([
        'ERROR: archives are fetched without credentials: remove the user and the password from the URL in archive',
      ]);
      expect(blobs.heard).to.have.length(1);
    } finally {
      await blobs.stop();
    }
  });

  it('applies the size limits from the environment', async () => {
    const blobs = await startBlobServer(await tarBytes([{ name: 'a', content: 'a' }]));
    try {
      const task = ['-task=source', `-output=${folder}/output`, `-archive=${blobs.url}/a.tar`];
      const { errors } = await build({ task, environment: { SOURCE_MAX_BYTES: '10' } });
      expect(errors).to.deep.equal([
        'ERROR: the source has more than 10 bytes, the limit of SOURCE_MAX_BYTES: make the source smaller or have the limit raised',
      ]);
    } finally {
      await blobs.stop();
    }
  });

  describe('over SSH', () => {
    let ssh: SshServer;
    before(async () => {
      ssh = await startSshServer();
    });
    after(async () => ssh.stop());

    /** Layouts of directories with SSH keys. The key of another server is not the key of this server. */
    const LAYOUTS: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
      'a Secret of type ssh-auth': () => ({ 'ssh-privatekey': ssh.privateKey }),
      "people's own .ssh": () => ({ id_ed25519: ssh.privateKey, 'id_ed25519.pub': 'public', id_rsa: 'another key' }),
      "Tekton's, of the Secrets of a ServiceAccount": () => {
        const [host = '', port = ''] = ssh.host.split(':');
        const blocks = [
          ['g.example', '22', 'other'],
          [host, port, 'my-secret'],
        ] as const;
        const config = blocks.map(
          ([name, of, secret]) =>
            `Host ${name}\n    HostName ${name}\n    Port ${of}\n    IdentityFile /tekton/creds/.ssh/id_${secret}\n`,
        );
        return { config: config.join(''), 'id_my-secret': ssh.privateKey, id_other: 'another key' };
      },
    };
    for (const [layout, keys] of Object.entries(LAYOUTS)) {
      it(`fetches a git repository, with a key in ${layout}`, async () => {
        const url = `ssh://${ssh.user}@${ssh.host}${repositories.folder}/app.git`;
        const secret = mountSecret(folder, 'ssh', { ...keys(), known_hosts: ssh.knownHosts });
        const { errors } = await run(`-url=${url}`, `-git-credentials=${folder}/none`, `-git-credentials=${secret}`);
        expect(errors).to.deep.equal([]);
        expect(output()).to.deep.equal(['a/b', 'run.sh']);
        expect(results()).to.deep.include({ commit, url });
      });
    }
  });

  it('fetches the content of an image, and writes only below its part of the workspace', async () => {
    const name = `${registry().address}/source`;
    const layers = [makeLayer([{ kind: 'file', path: '/x', content: 'x' }])];
    const digest = await pushImage(
      name,
      makeImage({ family: 'oci', config: { os: 'linux', architecture: 'amd64' }, layers }),
    );
    expect((await run(`-image=${name}`, '-subdirectory=../../in/it')).errors).to.deep.equal([]);
    expect(output()).to.deep.equal(['in/it/x', 'old']);
    expect(results()).to.deep.equal({ commit: '', url: name, 'committer-date': '', digest });
  });

  it('accepts exactly one of three kinds', async () => {
    const words = 'ERROR: give exactly one of the parameters url, archive and image';
    expect((await run('-url=', '-archive=')).errors).to.deep.equal([words]);
    expect((await run('-url=https://g.example/a', '-image=r.example/app')).errors).to.deep.equal([words]);
    expect((await run('-archive=https://g.example/a.zip', '-strip-components=x')).errors.join()).to.contain(
      'stripComponents',
    );
    expect((await run('-url=https://g.example/a', '-submodules=yes')).errors.join()).to.contain(
      'submodules must be true',
    );
  });
});
