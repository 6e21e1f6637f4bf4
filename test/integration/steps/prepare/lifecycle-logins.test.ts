import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensurePrograms } from '../../../cluster/programs/build-programs.ts';
import { fakeRegistries, type FakeAnswer, type FakeRequest } from '../../registry/client-fake-registry.ts';
import { smallImage } from '../../registry/stored-image.ts';
import { mountSecret, temporaryBuilds, type Prepared } from './prepared-build.ts';

/** The rights of each account, by the first part of a repository. An account that may push may also read. */
const ACCOUNTS: Readonly<Record<string, { readonly reads: readonly string[]; readonly pushes: readonly string[] }>> = {
  reader: { reads: ['base', 'team-a', 'team-b'], pushes: [] },
  admin: { reads: ['base'], pushes: ['team-a', 'team-b'] },
  'robot-a': { reads: ['base'], pushes: ['team-a'] },
  'narrow-a': { reads: [], pushes: ['team-a'] },
  'robot-b': { reads: ['base'], pushes: ['team-b'] },
  'robot-ab': { reads: ['base'], pushes: ['team-a', 'team-b'] },
};

const { manifest: MANIFEST, config: CONFIG } = smallImage();

function answer({ method, path: url, headers }: FakeRequest): FakeAnswer {
  const [user = ''] = Buffer.from((headers.authorization ?? '').replace('Basic ', ''), 'base64')
    .toString()
    .split(':');
  const account = ACCOUNTS[user];
  if (account === undefined) return { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' } };
  const [, project = '', name = '', rest = ''] = /^\/v2\/([^/]+)\/([^/]+)\/(.*)$/.exec(url) ?? [];
  if (project === '') return { status: 200 };
  const isAllowed = account.pushes.includes(project) || (method !== 'POST' && account.reads.includes(project));
  if (!isAllowed) return { status: 403, body: '{"errors":[{"code":"DENIED"}]}' };
  if (method === 'POST') return { status: 202, headers: { location: `/v2/${project}/${name}/blobs/uploads/1` } };
  if (method === 'DELETE') return { status: 204 };
  if (rest.endsWith(CONFIG.digest)) return { body: CONFIG.content };
  if (name === 'run' || name === 'old') {
    const digest = { 'docker-content-digest': MANIFEST.digest };
    return { body: MANIFEST.content, headers: { 'content-type': MANIFEST.mediaType, ...digest } };
  }
  return { status: 404, body: '{"errors":[{"code":"MANIFEST_UNKNOWN"}]}' };
}

const authOf = (user: string): { readonly auth: string } => ({
  auth: Buffer.from(`${user}:secret`).toString('base64'),
});

interface Images {
  readonly tags: readonly [string, ...string[]];
  readonly cacheTag?: string;
  readonly previousImage?: string;
  readonly extendedBuilder?: string;
}

describe('the logins that prepare writes, with the analyzer of the lifecycle as the judge', () => {
  const fake = fakeRegistries(1);
  const prepared = temporaryBuilds(() => `${fake().address}/base/run`);
  let folder: string;

  before(async function () {
    // The first run builds the program.
    this.timeout(600_000);
    const { lifecycle } = await ensurePrograms(['lifecycle'], (line) => console.error(line));
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-analyzer-'));
    symlinkSync(lifecycle, path.join(folder, 'analyzer'));
  });
  after(() => rmSync(folder, { recursive: true }));
  beforeEach(() => {
    fake().answer = answer;
  });

  const at = (image: string): string => `${fake().address}/${image}`;

  /** Runs prepare with one docker config, and with a pull Secret that has another. */
  async function prepare(
    entries: Readonly<Record<string, string>>,
    images: Images,
    pullEntries: Readonly<Record<string, string>> = {},
  ): Promise<Prepared> {
    const registry = [{ kind: 'dockerconfigjson' as const, path: mountLogins('docker', entries) }];
    return prepared({ ...images, credentials: { registry, imagePull: [mountLogins('pull', pullEntries)] } });
  }

  function mountLogins(name: string, entries: Readonly<Record<string, string>>): string {
    const auths = Object.fromEntries(
      Object.entries(entries).map(([key, user]) => [at(key).replace(/\/$/, ''), authOf(user)]),
    );
    const content = { '.dockerconfigjson': JSON.stringify({ auths }) };
    return mountSecret(mkdtempSync(path.join(folder, 'secrets-')), name, content);
  }

  /** Returns true if the analyzer succeeds with a docker config. */
  async function analyze(config: string, { tags, cacheTag, previousImage }: Images): Promise<boolean> {
    const home = mkdtempSync(path.join(folder, 'home-'));
    mkdirSync(path.join(home, 'layers'));
    writeFileSync(path.join(home, 'config.json'), config);
    const [image, ...others] = tags;
    const args = [
      '-uid=0',
      '-gid=0',
      `-layers=${home}/layers`,
      `-analyzed=${home}/analyzed.toml`,
      `-run-image=${at('base/run')}`,
      ...others.map((tag) => `-tag=${tag}`),
      ...(cacheTag === undefined ? [] : [`-cache-image=${cacheTag}`]),
      ...(previousImage === undefined ? [] : [`-previous-image=${previousImage}`]),
      image,
    ];
    const env = {
      HOME: home,
      DOCKER_CONFIG: home,
      CNB_PLATFORM_API: '0.13',
      // Without these, the lifecycle looks for metadata services.
      CNB_REGISTRY_AUTH_KEYCHAIN_SKIP_AMAZON: 'true',
      CNB_REGISTRY_AUTH_KEYCHAIN_SKIP_AZURE: 'true',
    };
    return new Promise((resolve, reject) => {
      execFile(path.join(folder, 'analyzer'), args, { env }, (error, stdout, stderr) => {
        const isDenied = stdout.includes('failed to ensure registry');
        if (error !== null && !isDenied) reject(new Error(stdout + stderr));
        else resolve(error === null);
      });
    });
  }

  const configOf = (user: string): string => JSON.stringify({ auths: { [fake().address]: authOf(user) } });
  const builds = (): Readonly<Record<string, Images>> => ({
    'one tag': { tags: [at('team-a/app')] },
    'tags of two teams': { tags: [at('team-a/app'), at('team-b/app')] },
    'a cache of another team': { tags: [at('team-a/app')], cacheTag: at('team-b/cache') },
    'a previous image of another team': { tags: [at('team-a/app')], previousImage: at('team-b/old') },
  });

  for (const whole of [undefined, 'reader', 'admin']) {
    for (const first of [undefined, 'robot-a', 'narrow-a']) {
      for (const second of [undefined, 'robot-b', 'robot-ab']) {
        const entries = Object.fromEntries(
          Object.entries({ '': whole, 'team-a': first, 'team-b': second }).filter(([, user]) => user !== undefined),
        ) as Readonly<Record<string, string>>;
        it(`are enough, or none is: ${JSON.stringify(entries)}`, async () => {
          for (const [what, images] of Object.entries(builds())) {
            const { code, errors, at: file } = await prepare(entries, images);
            if (code === 0) {
              const config = readFileSync(file('credentials/config.json'), 'utf8');
              expect(await analyze(config, images), `${what}: ${config}`).to.equal(true);
              continue;
            }
            // Only logins that match an image are tried: an entry for a path is not meant for other paths.
            const matching = Object.entries(entries).filter(
              ([key]) => key === '' || JSON.stringify(images).includes(`/${key}/`),
            );
            for (const [key, user] of matching) {
              expect(await analyze(configOf(user), images), `${what}: ${key} ${errors.join(' ')}`).to.equal(false);
            }
          }
        });
      }
    }
  }

  it('are refused with both names and with what to do', async () => {
    const { errors } = await prepare({ '': 'reader', 'team-a': 'narrow-a' }, { tags: [at('team-a/app')] });
    const { address } = fake();
    expect(errors).to.have.length(1);
    expect(errors[0]).to.equal(
      `ERROR: no login can use all images at ${address}, and the lifecycle uses one login for a registry: the login of "${address}/team-a" cannot read the run image ${at('base/run')}, the login of "${address}" cannot push to ${at('team-a/app')}; give one account all of these rights`,
    );
  });

  it('are refused if they cannot read the builder that restore reads', async () => {
    const entries = { '': 'robot-a' };
    const images = { tags: [at('team-a/app')] } as const;
    const { code } = await prepare(entries, { ...images, extendedBuilder: at('base/run') });
    expect(code).to.equal(0);
    const { errors } = await prepare(entries, { ...images, extendedBuilder: at('team-b/run') });
    expect(errors.join('\n')).to.include(`cannot read the builder ${at('team-b/run')}`);
  });

  it('are those of the ServiceAccount, although a pull Secret has a longer key', async () => {
    const images = { tags: [at('team-a/app')] } as const;
    const { code, errors, at: file } = await prepare({ 'team-a': 'robot-a' }, images, { 'team-a/app': 'reader' });
    expect(code, errors.join('\n')).to.equal(0);
    expect(await analyze(readFileSync(file('credentials/config.json'), 'utf8'), images)).to.equal(true);
  });

  it('are those of a pull Secret, if the ServiceAccount may push and only the pull Secret reads the run image', async () => {
    const images = { tags: [at('team-a/app')] } as const;
    const { code, errors, at: file } = await prepare({ 'team-a': 'narrow-a' }, images, { base: 'robot-a' });
    expect(code, errors.join('\n')).to.equal(0);
    expect(await analyze(readFileSync(file('credentials/config.json'), 'utf8'), images)).to.equal(true);
  });

  it('are never those of a pull Secret, if the ServiceAccount may not push', async () => {
    const images = { tags: [at('team-a/app')] } as const;
    const { code, errors } = await prepare({ 'team-a': 'robot-b' }, images, { 'team-a/app': 'robot-a' });
    expect(code).to.not.equal(0);
    expect(errors.join('\n')).to.contain(at('team-a/app'));
  });

  it('leave out logins for other paths, which the lifecycle would use for the whole registry', async () => {
    // Strangers may do everything here, and the account of another path nothing.
    fake().answer = (request) =>
      request.headers.authorization === undefined
        ? answer({ ...request, headers: { authorization: `Basic ${authOf('admin').auth}` } })
        : { status: 403 };
    const images = { tags: [at('team-a/app')] } as const;
    const { code, errors, at: file } = await prepare({ 'team-c': 'admin' }, images);
    expect(code, errors.join('\n')).to.equal(0);
    expect(await analyze(readFileSync(file('credentials/config.json'), 'utf8'), images)).to.equal(true);
  });
});
