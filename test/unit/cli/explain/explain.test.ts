import { expect } from 'chai';
import path from 'node:path';
import { DEFAULT_IMAGES, ROOT, runInProcess, type Outcome } from '../../../support/command.ts';

const FILES = '-f build.yaml -f facts.yaml --offline';

const SHOWN: readonly (readonly [args: string, stdout: string])[] = [
  [
    `${FILES} --to pod --path spec.initContainers[1].args[2]`,
    `Pod/sample-build-pod
  spec.initContainers[analyze].args[2]: -run-image=paketobuildpacks/run-jammy-b…
    <- facts.yaml:22:10 ImageFacts runImage.image
    <- setting SUPPORT_INJECTED_SIDECARS (--layout)
`,
  ],
  [
    `${FILES} --path .spec.taskSpec.steps[prepare].image`,
    `TaskRun/sample-build
  spec.taskSpec.steps[prepare].image: taskpack/steps:0.1.0
    <- setting STEPS_IMAGE (--steps-image)
`,
  ],
  [
    `${FILES} --path spec.taskSpec.steps[detect].env[CNB_PLATFORM_API].value`,
    `TaskRun/sample-build
  spec.taskSpec.steps[detect].env[CNB_PLATFORM_API].value: 0.9
    <- facts.yaml:20:33 ImageFacts lifecycle.apis.platform.supported[2]
    <- setting MAXIMUM_PLATFORM_API_VERSION (--platform-api)
`,
  ],
  [
    `${FILES} --path metadata.name`,
    `ServiceAccount/builds-taskpack
  metadata.name: builds-taskpack
    <- build.yaml:26:23 Build spec.serviceAccountName
    <- setting WORKLOAD_IDENTITY

TaskRun/sample-build
  metadata.name: sample-build
    <- build.yaml:24:9 Build metadata.name
`,
  ],
];

const FAILURES: readonly (readonly [args: string, stderr: RegExp, status: number])[] = [
  [`${FILES} --path spec.nothing`, /^error: no object of the translation has the field spec.nothing\n$/, 1],
  [`${FILES} --path spec.taskSpec.steps[7x]`, /^error: no object of the translation has the field /, 1],
  ['-f build.yaml --offline', /^error: build\.yaml:.*facts/s, 1],
  ['-f none.yaml', /^error: none.yaml: no such file or directory\n$/, 1],
  ['', /^error: required option '-f, --filename <path>' not specified; to read standard input, write -f -\n$/, 2],
];

async function explain(args: string): Promise<Outcome> {
  return runInProcess(['explain', ...args.split(' ').filter(Boolean)], { env: DEFAULT_IMAGES });
}

describe('taskpack explain', () => {
  const directory = process.cwd();
  before(() => process.chdir(path.join(ROOT, 'config/samples')));
  after(() => process.chdir(directory));

  for (const [args, stdout] of SHOWN) {
    it(`prints ${stdout.length} characters for ${args}`, async () => {
      expect(await explain(args)).to.deep.equal({ status: 0, stdout, stderr: '' });
    });
  }

  for (const [args, stderr, code] of FAILURES) {
    it(`exits with ${code} for ${args === '' ? 'no argument' : args}`, async () => {
      const { status, stdout, stderr: printed } = await explain(args);
      expect({ status, stdout }).to.deep.equal({ status: code, stdout: '' });
      expect(printed).to.match(stderr);
    });
  }

  it('lists the Secrets at the end, with the containers that get them', async () => {
    const { stdout } = await explain(FILES);
    expect(stdout.slice(stdout.indexOf('\nSecrets\n'))).to.equal(`
Secrets
  registry-credentials of TaskRun/sample-build
    in prepare: /var/build-secrets/registry-credentials
    <- build.yaml:6:9 Secret metadata.name
    <- build.yaml:9:7 Secret type
    <- build.yaml:17:9 ServiceAccount metadata.name
    <- build.yaml:19:11 ServiceAccount secrets[0].name
    <- build.yaml:26:23 Build spec.serviceAccountName
`);
  });

  it('shows which Secret is in which volume, and why', async () => {
    const { stdout } = await explain(`${FILES} --to pod --path spec.volumes[secret-volume-0] -o json`);
    const { parts, unvaried } = JSON.parse(stdout) as {
      readonly parts: readonly { readonly path: string; readonly origins: readonly string[] }[];
      readonly unvaried: readonly string[];
    };
    expect(parts.find(({ path: field }) => field.endsWith('secretName'))?.origins).to.include.members([
      'build.yaml:6:9 Secret metadata.name',
      'build.yaml:19:11 ServiceAccount secrets[0].name',
    ]);
    expect(unvaried).to.deep.equal([]);
  });
});
