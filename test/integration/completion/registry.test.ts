import { expect } from 'chai';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeImage } from '../../../src/core/oci/image.ts';
import { PLATFORM } from '../../cluster/images/platform.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { ACCOUNT, basicAuthorization } from '../../cluster/registry/account.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';
import { runCompletion, type Completion } from './completed-build.ts';
import { signingOracle } from './signing-oracle.ts';

describe('completion and a registry that requires authentication', function () {
  this.timeout(600_000);
  const registry = temporaryRegistry('basic');
  let folder = '';
  let digest = '';

  before(async () => {
    const programs = await ensurePrograms(['signing-oracle'], (line) => console.error(line));
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-completion-'));
    await signingOracle(programs['signing-oracle'], folder).makeKey(path.join(folder, 'key'), 'open sesame');
    const target = { url: registry().url, repository: 'team/cache', authorization: basicAuthorization() };
    digest = await pushImage(makeImage({ config: { ...PLATFORM }, layers: [] }), target, 'now');
  });
  after(() => rmSync(folder, { recursive: true, force: true }));
  afterEach(() => rmSync(home(), { recursive: true, force: true }));

  it('reports the cache by digest', async () => {
    logIn(ACCOUNT.password);
    const cacheTag = `${registry().address}/team/cache:now`;
    expect(await complete({ cacheTag, signing: [] })).to.deep.equal({ code: 0, log: 'Build successful\n', errors: '' });
    expect(outcome()).to.deep.equal({
      IMAGE_URL: `${registry().address}/team/app:1`,
      IMAGE_DIGEST: digest,
      CACHE_IMAGE: `${registry().address}/team/cache@${digest}`,
    });
  });

  it('succeeds with a warning if the cache image does not exist', async () => {
    logIn(ACCOUNT.password);
    const { code, log } = await complete({ cacheTag: `${registry().address}/team/cache:other`, signing: [] });
    expect(code).to.equal(0);
    expect(log).to.match(/^The cache image is not reported: .*other: not found at registry .*\nBuild successful\n$/);
    expect(outcome()).not.to.have.property('CACHE_IMAGE');
  });

  it('fails if the account may not push the signature, and does not print the password', async () => {
    logIn('battery staple');
    const { code, errors } = await complete({ signing: [{ path: path.join(folder, 'key') }] });
    expect(errors).to.match(
      /^ERROR: the image was built, but its signature cannot be stored: .*\.sig: registry .* requires valid credentials .*\n$/,
    );
    expect(errors).not.to.include('battery staple');
    expect(code).to.equal(42);
  });

  async function complete(part: {
    readonly cacheTag?: string;
    readonly signing: readonly { readonly path: string }[];
  }): Promise<Completion> {
    const image = { tag: `${registry().address}/team/app:1`, digest };
    return runCompletion(home(), image, { ...part, signatureAnnotations: [] }, [`-outcome=${home()}/message`]);
  }

  function home(): string {
    return path.join(folder, 'home');
  }

  function logIn(password: string): void {
    mkdirSync(path.join(home(), '.docker'), { recursive: true });
    const auth = Buffer.from(`${ACCOUNT.username}:${password}`).toString('base64');
    writeFileSync(
      path.join(home(), '.docker/config.json'),
      JSON.stringify({ auths: { [registry().address]: { auth } } }),
    );
  }

  function outcome(): unknown {
    return JSON.parse(readFileSync(path.join(home(), 'message'), 'utf8'));
  }
});
