import { expect } from 'chai';
import { TRANSLATE_HELP } from '../../../../src/cli/translate/command.ts';
import { translateOptionsOf, type TranslateFlags } from '../../../../src/cli/translate/run.ts';
import { translateOptions, type TranslateOptions } from '../../../../src/index.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../../src/core/settings/settings.ts';
import { Variables } from '../../../../src/core/settings/read-settings.ts';
import { buildCommand, DEFAULT_IMAGES, runCommand, runInProcess } from '../../../support/command.ts';
import { sampleBuild, SAMPLE_SURROUNDINGS } from '../../../support/sample.ts';

const FLAGS: TranslateFlags = {
  filename: ['-'],
  to: 'taskrun',
  sidecar: 'auto',
  sidecars: true,
  controllerNamespace: 'taskpack',
  output: 'yaml',
};
const IMAGES = translateOptions().images;
const AGENT = { place: 'pre', id: 'example/agent', optional: false } as const;

const CASES: readonly (readonly [string, Partial<TranslateFlags>, Partial<Settings>, Partial<TranslateOptions>])[] = [
  ['nothing', {}, {}, {}],
  ['--to', { to: 'pod' }, {}, { to: 'pod' }],
  ['--layout', { layout: 'containers' }, {}, { layout: 'containers' }],
  ['sidecars in the settings', {}, { injectedSidecars: 'true' }, { layout: 'containers' }],
  ['sidecars by detection', {}, { injectedSidecars: 'auto' }, { layout: 'init' }],
  ['--layout over the settings', { layout: 'init' }, { injectedSidecars: 'true' }, { layout: 'init' }],
  ['--tekton', { tekton: '0.44.0' }, {}, { tektonVersion: '0.44.0' }],
  ['--sidecar', { sidecar: 'never' }, {}, { dummySidecar: 'never' }],
  ['--no-sidecars', { sidecars: false }, {}, { injectedSidecars: 'none' }],
  [
    '--self-driving',
    { selfDriving: true },
    {},
    { injectedSidecars: { kind: 'self-driving', readyUrls: [], stopUrls: [] } },
  ],
  [
    '--ready-url and --stop-url',
    { selfDriving: true, readyUrl: ['http://localhost:1/a'], stopUrl: ['http://localhost:1/b'] },
    {},
    {
      injectedSidecars: {
        kind: 'self-driving',
        readyUrls: ['http://localhost:1/a'],
        stopUrls: ['http://localhost:1/b'],
      },
    },
  ],
  ['a platform API in the settings', {}, { maximumPlatformApi: '0.11' }, { maximumPlatformApi: '0.11' }],
  ['--platform-api', { platformApi: '0.8' }, { maximumPlatformApi: '0.11' }, { maximumPlatformApi: '0.8' }],
  [
    'images in the settings',
    {},
    { images: { steps: 'a', entrypoint: 'b' } },
    { images: { steps: 'a', entrypoint: 'b' } },
  ],
  ['--steps-image', { stepsImage: 'c' }, { images: { ...IMAGES, steps: 'a' } }, { images: { ...IMAGES, steps: 'c' } }],
  [
    '--entrypoint-image',
    { entrypointImage: 'c' },
    { images: { ...IMAGES, entrypoint: 'a' } },
    { images: { ...IMAGES, entrypoint: 'c' } },
  ],
  ['the waiter in the settings', {}, { waiterDelivery: 'init' }, { waiterDelivery: 'init' }],
  [
    'lifecycle images in the settings',
    {},
    { lifecycleImages: { '1.0.0': 'a' } },
    { lifecycleImages: { '1.0.0': 'a' } },
  ],
  ['a required trusted lifecycle', {}, { requireTrustedLifecycle: true }, { requireTrustedLifecycle: true }],
  ['builders in the settings', {}, { creatorBuilders: ['a/b'] }, { creatorBuilders: ['a/b'] }],
  ['--creator', { creator: true }, { creatorBuilders: ['a/b'] }, { creatorBuilders: ['*'] }],
  ['system buildpacks in the settings', {}, { systemBuildpacks: [AGENT] }, { systemBuildpacks: [AGENT] }],
  ['--system-buildpack', { systemBuildpack: [AGENT] }, { systemBuildpacks: [] }, { systemBuildpacks: [AGENT] }],
  ['allowed annotations', {}, { allowedAnnotations: ['a/*'] }, { allowedAnnotations: ['a/*'] }],
  ['variables from Secrets', {}, { envFromSecrets: 'always' }, { envFromSecrets: 'always' }],
  ['workload identity', {}, { workloadIdentity: 'always' }, { workloadIdentity: 'always' }],
  ['hosts in the settings', {}, { trustUnknownSshHosts: false }, { trustUnknownSshHosts: false }],
  [
    'limits in the settings',
    {},
    { sourceLimits: { bytes: 5, entries: 6 } },
    { sourceLimits: { bytes: 5, entries: 6 } },
  ],
  ['--now', { now: 0 }, {}, { now: 0 }],
  ['--namespace', { namespace: 'a' }, {}, { namespace: 'a' }],
  ['--strict', { strict: true }, {}, { strict: true }],
];

const INPUT = `${sampleBuild('a').replace('spec:\n', 'spec:\n  creationTime: now\n')}---\n${SAMPLE_SURROUNDINGS}`;

/** Translates a Build in this process and returns the output. */
async function print(args: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const run = await runInProcess(['translate', '-f', '-', ...args.split(' ')], { stdin: INPUT, env });
  expect(run, run.stderr).to.include({ status: 0 });
  return run.stdout;
}

describe('the options of taskpack translate', () => {
  before(buildCommand);

  for (const [name, flags, settings, expected] of CASES) {
    it(`follow ${name}`, () => {
      const options = translateOptionsOf({ ...FLAGS, ...flags }, { ...DEFAULT_SETTINGS, ...settings });
      expect(options).to.deep.equal(translateOptions(expected));
    });
  }

  it('affect the translation', async () => {
    expect(await print('--now 1700000000 --steps-image example.com/steps:1')).to.include(
      'image: example.com/steps:1\n',
    );
    expect(await print('--now 5')).to.not.equal(await print('--now 6'));
    expect(await print('--now 5 -n team')).to.include('namespace: team\n');
    const pod = await print('--now 5 --to pod --layout containers --no-sidecars');
    expect(pod).to.equal(await print('--now 5 --to pod --no-sidecars', { INJECTED_SIDECAR_SUPPORT: 'true' }));
    expect(pod).to.not.equal(await print('--now 5 --to pod --layout containers'));
    expect(pod).to.not.equal(await print('--now 5 --to pod'));
    expect(await print('--now 5 --sidecar never')).to.not.equal(await print('--now 5'));
    expect(await print('--now 5 --platform-api 0.7')).to.not.equal(await print('--now 5'));
  });

  it('adapt TaskRuns to a version of Tekton, with a note', async () => {
    const args = ['translate', '-f', '-', '--now', '5', '--tekton'];
    const old = await runInProcess([...args, '0.53'], { stdin: INPUT });
    expect(old.stdout).to.include('-image-digest=$(results.IMAGE_DIGEST.path)');
    expect(old.stderr).to.include('note: the results of TaskRuns on Tekton 0.53 belong to the task');
    const newest = await runInProcess([...args, 'v1.0.0'], { stdin: INPUT });
    expect(newest.stdout).to.equal(await print('--now 5'));
    expect(newest.stderr).to.not.include('Tekton');
  });

  for (const [args, message] of [
    ['--tekton 0.43.2', 'Tekton 0.43.2 is older than 0.44, the oldest Tekton that runs TaskRuns of taskpack.'],
    ['--system-buildpack a/b', 'It must be a buildpack such as pre:example/certificates@1.2.0'],
    ['--system-buildpack pre:a --system-buildpack post:a', 'each buildpack can be named once.'],
    ['--tekton devel', 'It must be a version such as 0.44.0 or 1.0.0.'],
    ['--tekton 0.44.0 --to pod', "option '--tekton <version>' has no effect with --to pod"],
  ] as const) {
    it(`refuse ${args}`, async () => {
      const run = await runInProcess(['translate', '-f', '-', ...args.split(' ')], { stdin: INPUT });
      expect(run).to.include({ status: 2, stdout: '' });
      expect(run.stderr).to.include(message);
    });
  }

  it('take the time from SOURCE_DATE_EPOCH, unless --now has one', () => {
    const args = ['translate', '-f', '-', '--offline'];
    const five = runCommand(args, { stdin: INPUT, env: { SOURCE_DATE_EPOCH: '5' } });
    expect(five).to.include({ status: 0 });
    expect(runCommand([...args, '--now', '5'], { stdin: INPUT, env: { SOURCE_DATE_EPOCH: '6' } })).to.deep.equal(five);
  });

  it('make the Pod wait for the proxies and end them itself', async () => {
    const options = '--now 5 --to pod --layout containers --self-driving --ready-url http://localhost:9902/ready';
    const pod = await print(`${options} --stop-url http://localhost:9901/a --stop-url http://localhost:9901/b`);
    expect(pod).to.include('--ready_url=http://localhost:9902/ready\n');
    expect(pod)
      .to.include('--stop_url=http://localhost:9901/a\n')
      .and.to.include('--stop_url=http://localhost:9901/b\n');
  });

  it('name two ways out for Pods of the containers layout that wait for an annotation', async () => {
    const stdin = `${sampleBuild('a')}---\n${SAMPLE_SURROUNDINGS}`;
    const notes = async (args: readonly string[]): Promise<string> => {
      const run = ['translate', '-f', '-', '-o', 'name', '--to', 'pod', ...args];
      return (await runInProcess(run, { stdin, env: DEFAULT_IMAGES })).stderr;
    };
    expect(await notes(['--layout', 'containers'])).to.equal(
      'warning: a Pod of the containers layout fails unless you set its annotation build.kpack.io/ready within 12 minutes: if nothing injects sidecars, add --no-sidecars; if a mesh does, add --self-driving, so that the Pod asks the proxy\n',
    );
    expect(await notes(['--layout', 'containers', '--self-driving'])).to.equal('');
    expect(await notes(['--layout', 'containers', '--strict'])).to.match(
      /^error: a Pod of the containers layout fails/,
    );
    expect(await notes(['--layout', 'containers', '--no-sidecars'])).to.equal('');
    expect(await notes([])).to.equal('');
  });

  it('are in the help, with all environment variables', () => {
    for (const variable of Object.keys(Variables.shape)) expect(TRANSLATE_HELP).to.include(`  ${variable} `);
  });
});
