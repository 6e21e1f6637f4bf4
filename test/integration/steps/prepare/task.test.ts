import { expect } from 'chai';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ACCOUNT } from '../../../cluster/registry/account.ts';
import { CORPORATE_CA, TEAM_CA } from '../../../support/authorities.ts';
import { temporaryRegistry } from '../../registry/temporary-registry.ts';
import { mountSecret, temporaryBuilds, type Prepared } from './prepared-build.ts';
import { pushImage, pushSmallImage } from './pushed-image.ts';
import { someBuilder, type SomeBuilder } from './some-builder.ts';
import { filesIn, treeListing } from './tree-listing.ts';

describe("prepare: a Task's source directory", () => {
  const registry = temporaryRegistry('none');
  const build = temporaryBuilds(() => '');
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-task-'));
    for (const one of ['source/app/.git/objects/ab', 'results']) mkdirSync(path.join(folder, one), { recursive: true });
    write('source/app/run.sh', 'echo', 0o755);
    write('source/app/.git/objects/ab/c', 'object', 0o444);
    write('source/other', 'other', 0o644);
    symlinkSync('/nowhere', path.join(folder, 'source/app/link'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function write(file: string, text: string, mode: number): void {
    writeFileSync(path.join(folder, file), text);
    chmodSync(path.join(folder, file), mode);
  }

  function name(image: string): string {
    return `${registry().address}/${image}`;
  }

  async function run(
    args: readonly string[] = [],
    user = { uid: 1001, gid: 1000 },
    environment: Readonly<Record<string, string>> = {},
    before?: string,
  ): Promise<Prepared> {
    const results = ['platform-api', 'run-image', 'tags'].map((one) => `-result=${one}=${folder}/results/${one}`);
    const own = ['-task=build', `-image=${name('app')}`, `-builder=${name('builder')}`, `-source=${folder}/source`];
    const again = before === undefined ? {} : { folder: before };
    return build({ task: [...own, ...results, ...args], user, environment, ...again });
  }

  async function pushBuilder(of: Partial<SomeBuilder> = {}): Promise<string> {
    return pushImage(name('builder'), someBuilder({ runImage: name('run:1'), ...of }));
  }

  function result(one: string): string {
    return readFileSync(path.join(folder, 'results', one), 'utf8');
  }

  before(async () => pushSmallImage(`${registry().address}/run:1`));
  beforeEach(async () => void (await pushBuilder()));

  it("is built as if prepare had fetched it, with the facts from the builder's labels", async () => {
    const { errors, at } = await run([`-tags=${name('app:2')}`, '--', 'A==', 'B=', 'C=two\nlines']);
    expect(errors).to.deep.equal([]);
    expect(filesIn(at('workspace'))).to.deep.equal(['app/.git/objects/ab/c', 'app/link', 'app/run.sh', 'other']);
    expect(result('platform-api')).to.equal('0.9');
    expect(result('run-image')).to.equal(name('run:1'));
    expect(JSON.parse(result('tags'))).to.deep.equal([name('app'), name('app:2')]);
    expect(['A', 'B', 'C'].map((one) => readFileSync(at('platform/env', one), 'utf8'))).to.deep.equal([
      '=',
      '',
      'two\nlines',
    ]);
    expect(readFileSync(at('metadata/project-metadata.toml'), 'utf8').trim()).to.equal('');
  });

  it('is built with variables that look like arguments', async () => {
    const { errors, at } = await run(['--', '-task=source', '--help=yes']);
    expect(errors).to.deep.equal([]);
    expect(filesIn(at('platform/env'))).to.deep.equal(['--help', '-task']);
    expect((await run(['--', '--help'])).errors.join()).to.contain('ERROR: an entry of ENV_VARS is not NAME=value');
  });

  it('is subject to the size limits from the environment', async () => {
    const user = { uid: 1001, gid: 1000 };
    expect((await run([], user, { SOURCE_MAX_ENTRIES: '100', SOURCE_MAX_BYTES: '1Mi' })).errors).to.deep.equal([]);
    expect((await run([], user, { SOURCE_MAX_ENTRIES: '3' })).errors).to.deep.equal([
      'ERROR: the source has more than 3 entries, the limit of SOURCE_MAX_ENTRIES: make the source smaller or have the limit raised',
    ]);
    expect((await run([], user, { SOURCE_MAX_BYTES: '3' })).errors.join()).to.contain('the limit of SOURCE_MAX_BYTES');
    expect((await run([], user, { SOURCE_MAX_BYTES: 'x' })).errors.join()).to.contain('SOURCE_MAX_BYTES: must be');
  });

  it("gives the same result whatever the volume's modes and the file times are", async () => {
    const one = await run();
    // The kubelet sets these modes on a volume with an fsGroup.
    for (const [file, mode] of [
      ['app/run.sh', 0o775],
      ['other', 0o664],
      ['app/.git/objects/ab/c', 0o664],
    ] as const) {
      chmodSync(path.join(folder, 'source', file), mode);
    }
    const other = await run();
    expect(treeListing(one.at('workspace'))).to.deep.equal(treeListing(other.at('workspace')));
    const modes = ['app/run.sh', 'other', 'app/.git/objects/ab/c', 'app'].map(
      (file) => statSync(one.at('workspace', file)).mode & 0o777,
    );
    expect(modes).to.deep.equal([0o755, 0o644, 0o444, 0o755]);
  });

  it('may be a sub path of the fetched source', async () => {
    expect(filesIn((await run(['-sub-path=app'])).at('workspace'))).to.deep.equal([
      '.git/objects/ab/c',
      'link',
      'run.sh',
    ]);
    expect((await run(['-sub-path=none'])).errors.join()).to.contain('the source has no directory "none"');
  });

  it('reports the origin of the source if it is given', async () => {
    const { at } = await run(['-source-url=https://g.example/a', '-source-revision=main', '-source-commit=c0ffee']);
    expect(readFileSync(at('metadata/project-metadata.toml'), 'utf8')).to.equal(
      '[source]\ntype = "git"\n\n[source.metadata]\nrepository = "https://g.example/a"\nrevision = "main"\n\n[source.version]\ncommit = "c0ffee"\n',
    );
  });

  it("is rejected for another user than the builder's", async () => {
    const { code, errors } = await run([], { uid: 65_532, gid: 65_532 });
    expect(code).to.equal(2);
    expect(errors).to.deep.equal([
      'ERROR: the builder needs user 1001:1000, but the run has user 65532:65532: add to the run podTemplate: {"automountServiceAccountToken":false,"securityContext":{"runAsUser":1001,"runAsGroup":1000,"fsGroup":1000}}',
    ]);
  });

  it("is rejected for another group than the builder's", async () => {
    expect((await run([], { uid: 1001, gid: 1001 })).errors.join()).to.contain('the run has user 1001:1001');
  });

  it('is built with a warning about a user that is not used', async () => {
    expect((await run(['-user=1000', '-group=1000'])).log).to.include(
      'warning: the user 1000 is ignored, because the builder needs the user 1001',
    );
  });

  it('is built with a warning if the volumes of the run have no fsGroup', async () => {
    const warning =
      'warning: the run has no fsGroup, so the image gets another digest than from a Build: add to the run podTemplate: {"securityContext":{"fsGroup":1000}}';
    const first = await run();
    expect(first.log).to.include(warning);
    const known = ['-builder-uid=1001', '-builder-gid=1000', '-builder-platform-api=0.9', '-builder-run-image=run'];
    const pinned = await run([...known, `-run-image=${name('run:1')}`]);
    expect(pinned.log).to.include(`${warning}, or print the Task again with taskpack tasks --root-step`);
    // The kubelet sets this mode on a volume with an fsGroup.
    rmSync(first.at('workspace'), { recursive: true });
    mkdirSync(first.at('workspace'));
    chmodSync(first.at('workspace'), 0o2777);
    expect((await run([], undefined, {}, first.folder)).log).not.to.include(warning);
  });

  it('is rejected if the order of the builder has image extensions', async () => {
    await pushBuilder({ extensions: true });
    expect((await run()).errors.join()).to.contain('has image extensions in its order');
  });

  it('is built with the requested platform API, or rejected', async () => {
    await run(['-platform-api=0.7']);
    expect(result('platform-api')).to.equal('0.7');
    expect((await run(['-platform-api=0.8'])).errors.join()).to.contain(
      'does not support platform API 0.8: use one of 0.7, 0.9',
    );
    await run(['-platform-api=v0.9']);
    expect(result('platform-api')).to.equal('0.9');
    expect((await run(['-platform-api=latest'])).errors).to.deep.equal([
      'ERROR: CNB_PLATFORM_API must be a version with major and minor, such as 0.9, not "latest"',
    ]);
  });

  it('needs no registry for a builder whose facts are in the Task', async () => {
    const known = [
      '-builder-uid=1001',
      '-builder-gid=1000',
      '-builder-platform-api=0.8',
      `-builder-run-image=${name('run:1')}`,
    ];
    const own = [`-image=${name('app')}`, '-builder=unreachable.invalid/builder', `-source=${folder}/source`];
    expect((await build({ task: ['-task=build', ...own, ...known] })).errors).to.deep.equal([]);
  });

  it('uses the docker config of a workspace in every layout', async () => {
    const auth = { auths: { 'r.example': { username: ACCOUNT.username, password: ACCOUNT.password } } };
    for (const key of ['config.json', '.dockerconfigjson']) {
      const directory = mountSecret(folder, key, { [key]: JSON.stringify(auth) });
      const { log, at } = await run([`-credentials=${directory}`, '-credentials=']);
      expect(log).to.include('Loading secrets for "r.example"');
      expect(JSON.parse(readFileSync(at('credentials/config.json'), 'utf8'))).to.have.nested.property(
        'auths.r\\.example',
      );
    }
  });

  function writePlatform(files: Readonly<Record<string, string>>): void {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, 'platform', file)), { recursive: true });
      writeFileSync(path.join(folder, 'platform', file), text);
    }
  }

  it('accepts variables and bindings on a volume, and prefers those in the parameters', async () => {
    writePlatform({ 'env/A': 'volume', 'env/B': '$(context.taskRun.name) $$\n', 'bindings/db/type': 'postgresql' });
    const { errors, at } = await run([`-platform=${folder}/platform`, '--', 'A=parameter']);
    expect(errors).to.deep.equal([]);
    const found = ['env/A', 'env/B', 'bindings/db/type'].map((file) => readFileSync(at('platform', file), 'utf8'));
    expect(found).to.deep.equal(['parameter', '$(context.taskRun.name) $$\n', 'postgresql']);
  });

  it('gives buildpacks the certificates of a workspace as a binding, unless a binding replaces or hides it', async () => {
    mkdirSync(path.join(folder, 'certificates'));
    writeFileSync(path.join(folder, 'certificates/team.pem'), TEAM_CA);
    const user = { uid: 1001, gid: 1000 };
    const environment = { SSL_CERT_DIR: `${folder}/certificates` };
    const binding = 'bindings/taskpack-ca-certificates';
    const trusting = async (...args: readonly string[]): Promise<Prepared> => run(args, user, environment);
    const own = await trusting();
    expect(own.errors).to.deep.equal([]);
    expect(readFileSync(own.at('platform', binding, 'type'), 'utf8')).to.equal('ca-certificates');
    expect(readFileSync(own.at('platform', binding, 'ca.crt'), 'utf8')).to.equal(TEAM_CA);

    const hidden = await trusting('-bindings=/platform/bindings');
    expect(hidden.log.join('\n')).to.contain('add them to the workspace bindings');
    expect(filesIn(hidden.at('platform'))).to.deep.equal([]);

    writePlatform({ [`${binding}/type`]: 'ca-certificates', [`${binding}/own.crt`]: CORPORATE_CA });
    const replaced = await trusting(`-platform=${folder}/platform`);
    expect(filesIn(replaced.at('platform'))).to.deep.equal([`${binding}/own.crt`, `${binding}/type`]);
  });

  it('accepts bindings on a volume or in a workspace, and not both', async () => {
    writePlatform({ 'env/A': 'volume' });
    const args = [`-platform=${folder}/platform`, '-bindings=/platform/bindings'];
    expect((await run(args)).errors).to.deep.equal([]);
    writePlatform({ 'bindings/db/type': 'postgresql' });
    const { errors, at } = await run(args);
    expect(errors).to.deep.equal([
      'ERROR: PLATFORM_DIR and the workspace bindings both contain bindings: use only one of them',
    ]);
    expect(filesIn(at('platform'))).to.deep.equal([]);
  });

  it('names a volume with too much data', async () => {
    writePlatform({ 'env/A': '' });
    truncateSync(path.join(folder, 'platform/env/A'), 2 ** 27 + 1);
    expect((await run([`-platform=${folder}/platform`])).errors).to.deep.equal([
      'ERROR: PLATFORM_DIR has more than 134217728 bytes or 10000 entries, the limits: remove files',
    ]);
  });

  it('fails before anything runs if Tekton has written the credentials of the ServiceAccount for buildpacks', async () => {
    const account = mountSecret(folder, '.docker', { 'config.json': '{"auths":{"r.example":{"auth":"YTpi"}}}' });
    for (const refused of [[], ['-allow-account-credentials=false'], ['-allow-account-credentials=']]) {
      const { code, errors } = await run([`-account-credentials=${account}`, ...refused]);
      expect(code).to.equal(14);
      expect(errors.join()).to.contain('bind the workspace dockerconfig').and.to.contain('disable-creds-init');
    }
  });

  it('uses the credentials of the ServiceAccount with a warning if the run allows it', async () => {
    const account = mountSecret(folder, '.docker', { 'config.json': '{"auths":{"r.example":{"auth":"YTpi"}}}' });
    const { log, at } = await run([`-account-credentials=${account}`, '-allow-account-credentials=true']);
    expect(log.join()).to.contain('warning: buildpacks can read the registry credentials of the ServiceAccount');
    expect(readFileSync(at('credentials/config.json'), 'utf8')).to.contain('YTpi');
    const { log: quiet } = await run([`-account-credentials=${folder}/none`, `-account-token=${folder}/none`]);
    expect(quiet.join()).not.to.contain('warning: buildpacks');
  });

  it('warns if buildpacks can act as the ServiceAccount', async () => {
    const account = mountSecret(folder, 'serviceaccount', { token: 'a token' });
    expect((await run([`-account-token=${account}/token`])).log.join()).to.contain(
      'warning: buildpacks can read the token of the ServiceAccount: add to the run podTemplate: {"automountServiceAccountToken":false}',
    );
  });
});
