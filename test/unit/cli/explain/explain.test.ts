import { expect } from 'chai';
import path from 'node:path';
import { someClusterBuilder, someClusterBuildpack, someResolved } from '../../core/builders/some-world.ts';
import { DEFAULT_IMAGES, ROOT, runInProcess, type Outcome } from '../../../support/command.ts';

const FILES = '-f build.yaml -f facts.yaml --offline';

const SHOWN: readonly (readonly [args: string, stdout: string])[] = [
  [
    `${FILES} --to pod --path spec.initContainers[1].args[2]`,
    `Pod/sample-build-pod
  spec.initContainers[analyze].args[2]: -run-image=paketobuildpacks/run-jammy-b…
    <- facts.yaml:22:10 ImageFacts runImage.image
    <- setting SUPPORT_INJECTED_SIDECARS (--layout)
    <- setting CREATOR_BUILDERS (--creator)
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
    <- setting CREATOR_BUILDERS (--creator)
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
  [
    `${FILES} --path spec.nothing`,
    /^error: no object of the translation \(.*TaskRun\/sample-build.*\) has the field spec\.nothing; did you mean --path spec\?\n$/,
    1,
  ],
  [
    `${FILES} --path spec.steps[build].args[0]`,
    /; did you mean --path spec\.taskSpec\.steps\[build\]\.args\[0\]\?\n$/,
    1,
  ],
  [
    `${FILES} --path no.such`,
    /^error: no object of the translation \(.*TaskRun\/sample-build.*\) has the field no\.such\n$/,
    1,
  ],
  [
    `${FILES} --path spec.taskSpec.steps[7x]`,
    /^error: no object of the translation .* has the field .*; did you mean --path spec.taskSpec.steps\?\n$/,
    1,
  ],
  ['-f build.yaml --offline', /^error: build\.yaml:.*facts/s, 1],
  ['-f none.yaml', /^error: none.yaml: no such file or directory\n$/, 1],
  ['', /^error: required option '-f, --filename <path>' not specified; to read standard input, write -f -\n$/, 2],
];

async function explain(args: string, input: readonly object[] = []): Promise<Outcome> {
  const stdin = input.map((object) => JSON.stringify(object)).join('\n---\n');
  return runInProcess(['explain', ...args.split(' ').filter(Boolean)], { env: DEFAULT_IMAGES, stdin });
}

/** A builder with the facts of the samples. */
function aBuilder(status: object = {}): object {
  const order = [
    { group: [{ id: 'a/meta' }, { id: 'a/b', version: '^1.0', optional: true }] },
    { group: [{ id: 'a/b' }] },
  ];
  const builder = someClusterBuilder(order);
  const latestImage = 'paketobuildpacks/builder-jammy-base:0.4.400';
  return { ...builder, status: { latestImage, conditions: [{ type: 'Ready', status: 'True' }], ...status } };
}

const AN_IMAGE = {
  apiVersion: 'kpack.io/v1alpha2',
  kind: 'Image',
  metadata: { name: 'shop', namespace: 'team' },
  spec: {
    tag: 'registry.example.com/shop',
    builder: { kind: 'ClusterBuilder', name: 'base' },
    serviceAccountName: 'builds',
    source: { git: { url: 'https://example.com/shop', revision: 'main' } },
  },
};

const ACCOUNT = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'builds', namespace: 'team' } };

const META = someResolved('a/meta', '1.0.0', '6', { order: [{ group: [{ id: 'a/child', version: '2.0.0' }] }] });
const PACKAGES = [
  someClusterBuildpack('meta', { buildpacks: [someResolved('a/child', '2.0.0', '5'), META] }),
  someClusterBuildpack('beta', { buildpacks: [someResolved('a/b', '1.0.0', '7'), someResolved('a/b', '1.1.0', '8')] }),
];
const OFFLINE = '-f - -f facts.yaml --offline';

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

  it('lists the Secrets with the containers that get them, and a builder of which the input has only the image', async () => {
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

Buildpacks
  builder image paketobuildpacks/builder-jammy-base:0.4.400, used by Build sample
    ! no builder of the input has this image: add its Builder or ClusterBuilder with -f
`);
  });

  it('shows which buildpacks are in which group of the builder of an Image, and why', async () => {
    const { stdout } = await explain(OFFLINE, [AN_IMAGE, ACCOUNT, aBuilder(), ...PACKAGES]);
    const page = stdout.slice(stdout.indexOf('\nBuildpacks\n'));
    expect(page.slice(0, page.indexOf('\nNot known'))).to.equal(`
Buildpacks
  ClusterBuilder base, used by Image team/shop
    group 1
      a/meta@1.0.0, from ClusterBuildpack meta
        <- <stdin>:5:322 ClusterBuilder spec.order[0].group[0]: only version
      a/b@1.1.0 (optional), from ClusterBuildpack beta
        <- <stdin>:5:338 ClusterBuilder spec.order[0].group[1]: highest of 2 versions in ^1.0 (considered: 1.0.0)
    group 2
      a/b@1.1.0, from ClusterBuildpack beta
        <- <stdin>:5:396 ClusterBuilder spec.order[1].group[0]: highest of 2 versions (considered: 1.0.0)
    within these buildpacks
      a/child@2.0.0
`);
  });

  it('shows the order of the status, and what is missing, for a builder without its buildpacks', async () => {
    const order = [
      {
        group: [
          { id: 'a/meta', version: '1.0.0' },
          { id: 'a/b', version: '1.1.0', optional: true },
        ],
      },
    ];
    const { stdout } = await explain(OFFLINE, [AN_IMAGE, ACCOUNT, aBuilder({ order }), PACKAGES[0] ?? {}]);
    expect(stdout).to.match(/^    ! .*a\/b.*$/m);
    expect(stdout).to.include(`
      a/meta@1.0.0, from ClusterBuildpack meta
`);
    expect(stdout).to.include(`
    group 1, as in the status of the builder
      a/meta@1.0.0
      a/b@1.1.0 (optional)
`);
  });

  it('prints the entries of the order with their origins as JSON, and only for builders that a workload uses', async () => {
    const other = { ...someClusterBuilder([]), metadata: { name: 'other' } };
    const { stdout } = await explain(`${OFFLINE} -o json`, [AN_IMAGE, ACCOUNT, aBuilder(), other, ...PACKAGES]);
    const { builders } = JSON.parse(stdout) as {
      readonly builders: readonly { readonly entries: readonly object[] }[];
    };
    expect(builders).to.have.length(1);
    expect(builders[0]).to.deep.include({
      kind: 'ClusterBuilder',
      name: 'base',
      usedBy: ['Image team/shop'],
      problems: [],
    });
    expect(builders[0]?.entries[1]).to.deep.include({
      group: 1,
      id: 'a/b',
      version: '1.1.0',
      optional: true,
      origin: '<stdin>:5:338 ClusterBuilder spec.order[0].group[1]',
      why: { kind: 'range', range: '^1.0', of: 2 },
    });
  });

  it('shows the builder whose last image or tag a Build names, and no builder with --path', async () => {
    const files = '-f build.yaml -f facts.yaml --offline -f -';
    const { stdout } = await explain(files, [aBuilder(), ...PACKAGES]);
    expect(stdout).to.include('\n  ClusterBuilder base, used by Build sample\n').and.not.include('no builder of');
    const { stdout: part } = await explain(`${files} --path metadata.name`, [aBuilder(), ...PACKAGES]);
    expect(part).not.to.include('Buildpacks');
  });

  const FIELDS: readonly (readonly [field: string, setting: string])[] = [
    ['spec.taskSpec.steps[analyze].image', 'LIFECYCLE_IMAGES'],
    ['spec.taskSpec.steps[analyze].image', 'CREATOR_BUILDERS (--creator)'],
    ['metadata.annotations[example.com/team]', 'ALLOWED_ANNOTATIONS'],
  ];
  for (const [field, setting] of FIELDS) {
    it(`shows that ${field} depends on the setting ${setting}`, async () => {
      const annotated = {
        apiVersion: 'kpack.io/v1alpha2',
        kind: 'Build',
        metadata: { name: 'shop', annotations: { 'example.com/team': 'shop' } },
        spec: {
          tags: ['registry.example.com/shop'],
          builder: { image: 'paketobuildpacks/builder-jammy-base:0.4.400' },
          source: { git: { url: 'https://example.com/shop', revision: 'main' } },
        },
      };
      const { stdout } = await runInProcess(['explain', '-f', '-', '-f', 'facts.yaml', '--offline', '--path', field], {
        env: { ...DEFAULT_IMAGES, ALLOWED_ANNOTATIONS: 'example.com/*' },
        stdin: JSON.stringify(annotated),
      });
      expect(stdout.split('\n')).to.include(`    <- setting ${setting}`);
    });
  }

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

  it('shows which ConfigMap names a proxy, and that it is in the namespace of the controller', async () => {
    const network = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'network', namespace: 'taskpack', labels: { 'taskpack.dev/network': 'true' } },
      data: { HTTPS_PROXY: 'http://proxy.example.com:3128' },
    };
    const { stdout } = await explain(`${FILES} -f - --path spec.taskSpec.steps[prepare].env[HTTPS_PROXY].value`, [
      network,
    ]);
    expect(stdout)
      .to.match(/ConfigMap data\.HTTPS_PROXY$/m)
      .and.match(/<- setting --controller-namespace$/m);
  });
});
