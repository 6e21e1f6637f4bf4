import { expect } from 'chai';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from '../../../../src/steps/completion/run.ts';

const TAG = 'registry.example.com/app:1';
const DIGEST = `sha256:${'a'.repeat(64)}`;

describe('completion without keys and cache', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-completion-'));
    write('inputs.json', JSON.stringify(INPUTS));
    write('report.toml', `[image]\ntags = ["${TAG}"]\ndigest = "${DIGEST}"\nmanifest-size = 1\n`);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('reports the image as the termination message', async () => {
    expect(await completed(`-outcome=${at('message')}`)).to.deep.equal({
      code: 0,
      log: 'Build successful\n',
      errors: '',
    });
    expect(JSON.parse(read('message'))).to.deep.equal({ IMAGE_URL: TAG, IMAGE_DIGEST: DIGEST });
  });

  it("writes Tekton's results, and no result for a missing cache image", async () => {
    const results = ['image-url', 'image-digest', 'cache-image'].map((name) => `-${name}=${at(name)}`);
    expect((await completed(...results)).code).to.equal(0);
    expect([read('image-url'), read('image-digest')]).to.deep.equal([TAG, DIGEST]);
    expect(existsSync(at('cache-image'))).to.equal(false);
  });

  it('writes all files of a repeated result flag and copies the reports', async () => {
    write('layers/sbom/launch/some_buildpack/sbom.cdx.json', '{}');
    mkdirSync(at('kept'));
    const results = ['IMAGE_URL', 'APP_IMAGE_URL'].map((name) => `-image-url=${at(name)}`);
    const digests = ['IMAGE_DIGEST', 'APP_IMAGE_DIGEST'].map((name) => `-image-digest=${at(name)}`);
    const kept = [`-report-to=${at('kept')}`, `-sbom=${at('layers/sbom')}`];
    expect(await completed(...results, ...digests, ...kept)).to.include({ code: 0, errors: '' });
    expect([read('IMAGE_URL'), read('APP_IMAGE_URL')]).to.deep.equal([TAG, TAG]);
    expect([read('IMAGE_DIGEST'), read('APP_IMAGE_DIGEST')]).to.deep.equal([DIGEST, DIGEST]);
    expect(read('kept/report.toml')).to.equal(read('report.toml'));
    expect(read('kept/sbom/launch/some_buildpack/sbom.cdx.json')).to.equal('{}');
  });

  it('copies no links of buildpacks', async () => {
    write('layers/sbom/launch/some_buildpack/sbom.cdx.json', '{}');
    symlinkSync(at('inputs.json'), at('layers/sbom/launch/some_buildpack/sbom.spdx.json'));
    mkdirSync(at('elsewhere'));
    symlinkSync(at('elsewhere'), at('layers/sbom/launch/other_buildpack'));
    mkdirSync(at('kept'));
    const flags = [`-outcome=${at('message')}`, `-report-to=${at('kept')}`, `-sbom=${at('layers/sbom')}`];
    expect(await completed(...flags)).to.include({ code: 0, errors: '' });
    expect(readdirSync(at('kept'), { recursive: true })).to.have.members([
      'report.toml',
      'sbom',
      'sbom/launch',
      'sbom/launch/some_buildpack',
      'sbom/launch/some_buildpack/sbom.cdx.json',
    ]);
  });

  it('copies no reports without -report-to, and does not need SBOMs', async () => {
    const without = [`-outcome=${at('message')}`, `-sbom=${at('none')}`];
    expect((await completed(...without, '-report-to=')).code).to.equal(0);
    mkdirSync(at('kept'));
    expect((await completed(...without, `-report-to=${at('kept')}`)).code).to.equal(0);
    expect(existsSync(at('kept/sbom'))).to.equal(false);
    const { code, errors } = await completed(...without, `-report-to=${at('inputs.json/below')}`);
    expect(code).to.equal(44);
    expect(errors).to.match(/^ERROR: the image was built, but its reports cannot be copied to .* \(ENOTDIR\)\n$/);
  });

  it('reads the credentials from DOCKER_CONFIG', async () => {
    write('elsewhere/config.json', '{"auths": 1}');
    const { code } = await started({ DOCKER_CONFIG: at('elsewhere') }, ...files(`-outcome=${at('message')}`));
    expect(code).to.equal(10);
  });

  it('prints one line for each failure and exits with its code', async () => {
    const cases: readonly (readonly [() => void, number, RegExp])[] = [
      [
        () => rmSync(at('report.toml')),
        40,
        /report\.toml cannot be read, because the previous phase did not report an image/,
      ],
      [report('[image'), 40, /report\.toml is not valid TOML/],
      [report(''), 40, /report\.toml has no table \[image\]/],
      [report('image = 1'), 40, /report\.toml has no table \[image\]/],
      [report('[image]\ntags = ["a"]'), 40, /has no valid image\.digest/],
      [report('[image]\ndigest = "0123456789ab"'), 40, /has no valid image\.digest/],
      [() => rmSync(at('inputs.json')), 2, /cannot read .*inputs\.json, the inputs of the Build/],
      [inputs('{"version":2}'), 2, /has version 2 of the inputs, but this step reads version 1/],
      [inputs(JSON.stringify({ ...INPUTS, tags: ['a b'] })), 2, /the Build's tag "a b" is not a valid image tag/],
      [
        () => write('.docker/config.json', '{"auths": "correct horse"}'),
        10,
        /not a valid docker config: its "auths" must be an object of registries and credentials/,
      ],
      [() => mkdirSync(at('message')), 44, /the file that reports it cannot be written: .*message/],
    ];
    for (const [spoil, code, sentence] of cases) {
      spoil();
      const outcome = await completed(`-outcome=${at('message')}`);
      expect(outcome.errors, String(sentence))
        .to.match(sentence)
        .and.match(/^ERROR: [^\n]+\n$/);
      expect(outcome.errors).not.to.include('correct horse');
      expect(outcome).to.include({ code, log: '' });
      write('inputs.json', JSON.stringify(INPUTS));
      write('report.toml', `[image]\ndigest = "${DIGEST}"\n`);
      rmSync(at('.docker'), { recursive: true, force: true });
    }
  });

  it('names the certificate file that it cannot read', async () => {
    const { code, errors } = await started({ SSL_CERT_FILE: at('ca.crt') }, ...files(`-outcome=${at('message')}`));
    expect(errors).to.match(/^ERROR: cannot read .*ca\.crt, the file in SSL_CERT_FILE\n$/);
    expect(code).to.equal(30);
  });

  it('prints its usage and refuses invalid flags', async () => {
    expect(await started({}, '--help')).to.include({ code: 0, errors: '' });
    expect((await started({}, '--help')).log).to.match(/^Usage: completion -inputs=FILE/);
    const bad = [['-inputs=a', '-report=b'], ['-inputs=a', '-report=b', '-image-url=c'], ['-tag=a'], ['word']];
    for (const args of bad) expect(await started({}, ...args), args.join(' ')).to.include({ code: 2, log: '' });
  });

  async function completed(...outcome: readonly string[]): ReturnType<typeof started> {
    return started({}, ...files(...outcome));
  }

  function files(...outcome: readonly string[]): readonly string[] {
    return [`-inputs=${at('inputs.json')}`, `-report=${at('report.toml')}`, ...outcome];
  }

  async function started(
    variables: Readonly<Record<string, string>>,
    ...args: readonly string[]
  ): Promise<{ code: number; log: string; errors: string }> {
    const [log, errors]: [string[], string[]] = [[], []];
    const code = await run(args, {
      environment: { HOME: folder, ...variables },
      signal: new AbortController().signal,
      clock: { now: () => 0, sleep: async () => undefined },
      random: () => 0,
      writeOutput: (text) => void log.push(text),
      writeError: (text) => void errors.push(text),
    });
    return { code, log: log.join(''), errors: errors.join('') };
  }

  function report(text: string): () => void {
    return () => write('report.toml', text);
  }

  function inputs(text: string): () => void {
    return () => write('inputs.json', text);
  }

  function at(name: string): string {
    return path.join(folder, name);
  }

  function write(name: string, text: string): void {
    mkdirSync(path.dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
  }

  function read(name: string): string {
    return readFileSync(at(name), 'utf8');
  }
});

const INPUTS = {
  version: 1,
  tags: [TAG],
  runImage: 'registry.example.com/run',
  builder: { image: 'registry.example.com/builder' },
  credentials: { source: [], registry: [], imagePull: [], trustUnknownSshHosts: false },
  completion: { signing: [], signatureAnnotations: [] },
};
