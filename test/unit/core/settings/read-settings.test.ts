import { expect } from 'chai';
import { formatProblem } from '../../../../src/core/model/problem.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../../src/core/settings/settings.ts';
import type { Environment } from '../../../../src/core/settings/environment.ts';
import { readSettings } from '../../../../src/core/settings/read-settings.ts';

const { images: IMAGES } = DEFAULT_SETTINGS;

const ACCEPTED: readonly (readonly [string, Environment, Partial<Settings>])[] = [
  ['nothing set', {}, {}],
  ['variables of others', { HOME: '/root', MAXIMUM: '9' }, {}],
  ['empty variables', { STEPS_IMAGE: '', WAITER_DELIVERY: '', SUPPORT_INJECTED_SIDECARS: '' }, {}],
  ['steps image', { STEPS_IMAGE: 'localhost:5000/steps' }, { images: { ...IMAGES, steps: 'localhost:5000/steps' } }],
  ['entrypoint image', { ENTRYPOINT_IMAGE: 'ghcr.io/a/b:c' }, { images: { ...IMAGES, entrypoint: 'ghcr.io/a/b:c' } }],
  ['lowest platform API', { MAXIMUM_PLATFORM_API_VERSION: '0.7' }, { maximumPlatformApi: '0.7' }],
  ['highest platform API', { MAXIMUM_PLATFORM_API_VERSION: '0.15' }, { maximumPlatformApi: '0.15' }],
  ['unknown hosts trusted', { INSECURE_SSH_TRUST_UNKNOWN_HOSTS: 'true' }, { trustUnknownSshHosts: true }],
  ['unknown hosts refused', { INSECURE_SSH_TRUST_UNKNOWN_HOSTS: 'false' }, { trustUnknownSshHosts: false }],
  [
    'limits of sources',
    { SOURCE_MAX_BYTES: '500Mi', SOURCE_MAX_ENTRIES: '7' },
    { sourceLimits: { bytes: 524_288_000, entries: 7 } },
  ],
  [
    'a limit of bytes alone',
    { SOURCE_MAX_BYTES: '1500' },
    { sourceLimits: { ...DEFAULT_SETTINGS.sourceLimits, bytes: 1500 } },
  ],
  [
    'lifecycle images',
    {
      LIFECYCLE_IMAGES: `0.20.12=r.example/lifecycle@sha256:${'a'.repeat(64)}, 0.20.12/arm64=r.example:5000/lifecycle:1@sha256:${'b'.repeat(64)}`,
    },
    {
      lifecycleImages: {
        '0.20.12': `r.example/lifecycle@sha256:${'a'.repeat(64)}`,
        '0.20.12/arm64': `r.example:5000/lifecycle:1@sha256:${'b'.repeat(64)}`,
      },
    },
  ],
  ['a required trusted lifecycle', { REQUIRE_TRUSTED_LIFECYCLE: 'true' }, { requireTrustedLifecycle: true }],
  [
    'builders of creator mode',
    { CREATOR_BUILDERS: 'r.example/platform/*, docker.io/paketobuildpacks/builder-jammy-base' },
    { creatorBuilders: ['r.example/platform/*', 'docker.io/paketobuildpacks/builder-jammy-base'] },
  ],
  [
    'buildpacks of every group',
    { SYSTEM_BUILDPACKS: 'pre:a/b@1.0.0, post:c:optional' },
    {
      systemBuildpacks: [
        { place: 'pre', id: 'a/b', version: '1.0.0', optional: false },
        { place: 'post', id: 'c', optional: true },
      ],
    },
  ],
  [
    'allowed annotations',
    { ALLOWED_ANNOTATIONS: 'io.kubernetes.cri-o.ShmSize, config.linkerd.io/*,example.com/a_b' },
    { allowedAnnotations: ['io.kubernetes.cri-o.ShmSize', 'config.linkerd.io/*', 'example.com/a_b'] },
  ],
  ['waiter by init container', { WAITER_DELIVERY: 'init' }, { waiterDelivery: 'init' }],
  ['sidecars', { SUPPORT_INJECTED_SIDECARS: 'true' }, { injectedSidecars: 'true' }],
  ['sidecars by detection', { SUPPORT_INJECTED_SIDECARS: 'auto' }, { injectedSidecars: 'auto' }],
  ["sidecars by kpack's name", { INJECTED_SIDECAR_SUPPORT: 'true' }, { injectedSidecars: 'true' }],
  ['both names', { SUPPORT_INJECTED_SIDECARS: 'auto', INJECTED_SIDECAR_SUPPORT: 'auto' }, { injectedSidecars: 'auto' }],
  ['an empty name', { SUPPORT_INJECTED_SIDECARS: '', INJECTED_SIDECAR_SUPPORT: 'true' }, { injectedSidecars: 'true' }],
];

const REFUSED: readonly (readonly [Environment, ...string[]])[] = [
  [
    { CREATOR_BUILDERS: 'r.example/app,*' },
    'CREATOR_BUILDERS: must be repositories such as registry.example.com/platform/builder or registry.example.com/platform/*, separated by commas, not "*"; each names its registry, and no tag or digest',
  ],
  [
    { STEPS_IMAGE: 'Not An Image' },
    'STEPS_IMAGE: must be an image reference, not "Not An Image": the repository has upper-case letters',
  ],
  [
    { ENTRYPOINT_IMAGE: 'a@sha256:12' },
    'ENTRYPOINT_IMAGE: must be an image reference, not "a@sha256:12": the digest is not sha256: and 64 hexadecimal digits',
  ],
  ...['0.6', '0.16', '1.0', '0', '0.9.0', 'v0.9', '0.09', 'latest'].map((version): readonly [Environment, string] => [
    { MAXIMUM_PLATFORM_API_VERSION: version },
    `MAXIMUM_PLATFORM_API_VERSION: must be 0.7, 0.8, 0.9, 0.10, 0.11, 0.12, 0.13, 0.14 or 0.15, not "${version}"`,
  ]),
  [{ INSECURE_SSH_TRUST_UNKNOWN_HOSTS: 'yes' }, 'INSECURE_SSH_TRUST_UNKNOWN_HOSTS: must be true or false, not "yes"'],
  ...['0', '-1', '1.5', '10GB', 'x', '9Ei'].map((text): readonly [Environment, string] => [
    { SOURCE_MAX_BYTES: text },
    `SOURCE_MAX_BYTES: must be a number of bytes such as 500Mi or 10Gi, not "${text}"`,
  ]),
  ...['*', 'a*', 'a/b/*', '/a', 'a/', 'a b'].map((text): readonly [Environment, string] => [
    { ALLOWED_ANNOTATIONS: text },
    `ALLOWED_ANNOTATIONS: must be keys of annotations or prefixes such as example.com/*, separated by commas, not "${text}"`,
  ]),
  [
    { ALLOWED_ANNOTATIONS: 'a,*/b,c' },
    'ALLOWED_ANNOTATIONS: must be keys of annotations or prefixes such as example.com/*, separated by commas, not "*/b"',
  ],
  [
    { ALLOWED_ANNOTATIONS: 'example.com/*,tekton.dev/*,build.kpack.io/ready' },
    'ALLOWED_ANNOTATIONS: names tekton.dev/* and build.kpack.io/ready, which no Pod gets from its Build; leave out such keys',
  ],
  [
    { SYSTEM_BUILDPACKS: 'pre:a/b,c/d' },
    'SYSTEM_BUILDPACKS: must be buildpacks such as pre:example/certificates@1.2.0 or post:example/agent:optional, separated by commas, not "c/d"',
  ],
  [
    { SYSTEM_BUILDPACKS: 'pre:a/b@1.0.0,post:a/b@2.0.0' },
    'SYSTEM_BUILDPACKS: names one buildpack twice; keep one of the entries',
  ],
  [{ SOURCE_MAX_ENTRIES: '1k' }, 'SOURCE_MAX_ENTRIES: must be a whole number from 1 to 1000000000, not "1k"'],
  ...[
    '0.20.12=r.example/lifecycle:0.20.12',
    `0.20=r.example/lifecycle@sha256:${'a'.repeat(64)}`,
    `v0.20.12=r.example/lifecycle@sha256:${'a'.repeat(64)}`,
    `r.example/lifecycle@sha256:${'a'.repeat(64)}`,
    `0.20.12/=r.example/lifecycle@sha256:${'a'.repeat(64)}`,
    // No Build runs on these architectures, so the entries would have no effect.
    `0.20.12/arm=r.example/lifecycle@sha256:${'a'.repeat(64)}`,
    `0.20.12/aarch64=r.example/lifecycle@sha256:${'a'.repeat(64)}`,
  ].map((text): readonly [Environment, string] => [
    { LIFECYCLE_IMAGES: text },
    `LIFECYCLE_IMAGES: must be VERSION=IMAGE pairs such as 0.20.12=docker.io/buildpacksio/lifecycle@sha256:…, separated by commas, not ${JSON.stringify(text)}; each image needs a digest, and VERSION may end with /amd64 or /arm64`,
  ]),
  [
    { LIFECYCLE_IMAGES: `1.0.0=r.example/one@sha256:${'a'.repeat(64)},1.0.0=r.example/two@sha256:${'b'.repeat(64)}` },
    'LIFECYCLE_IMAGES: names two images for one version; keep one of them',
  ],
  [{ WAITER_DELIVERY: 'Hook' }, 'WAITER_DELIVERY: must be hook or init, not "Hook"'],
  [{ SUPPORT_INJECTED_SIDECARS: '1' }, 'SUPPORT_INJECTED_SIDECARS: must be false, true or auto, not "1"'],
  [{ INJECTED_SIDECAR_SUPPORT: '1' }, 'INJECTED_SIDECAR_SUPPORT: must be false, true or auto, not "1"'],
  [
    { SUPPORT_INJECTED_SIDECARS: 'true', INJECTED_SIDECAR_SUPPORT: 'false' },
    'SUPPORT_INJECTED_SIDECARS, INJECTED_SIDECAR_SUPPORT: both name the same setting and must have the same value',
  ],
  [
    { STEPS_IMAGE: '@', WAITER_DELIVERY: 'x', SUPPORT_INJECTED_SIDECARS: 'true', INJECTED_SIDECAR_SUPPORT: 'auto' },
    'STEPS_IMAGE: must be an image reference, not "@": the digest is not sha256: and 64 hexadecimal digits',
    'WAITER_DELIVERY: must be hook or init, not "x"',
    'SUPPORT_INJECTED_SIDECARS, INJECTED_SIDECAR_SUPPORT: both name the same setting and must have the same value',
  ],
];

describe('readSettings', () => {
  for (const [name, environment, expected] of ACCEPTED) {
    it(`accepts ${name}`, () => {
      expect(readSettings(environment)).to.deep.equal({
        kind: 'settings',
        settings: { ...DEFAULT_SETTINGS, ...expected },
        warnings: [],
      });
    });
  }

  for (const [environment, ...messages] of REFUSED) {
    it(`refuses ${JSON.stringify(environment)}`, () => {
      const reading = readSettings(environment);
      expect(reading.kind === 'problems' && reading.problems.map(formatProblem)).to.deep.equal(messages);
    });
  }

  it('takes its default images from its own version', () => {
    expect(IMAGES.steps).to.match(/^taskpack\/steps:\d+\.\d+\.\d+/);
    expect(IMAGES.entrypoint).to.match(/^taskpack\/entrypoint:\d+\.\d+\.\d+/);
  });

  it('warns of a variable whose name is almost that of a setting', () => {
    const reading = readSettings({ STEPS_IMAG: 'x', LIFECYCLE_IMAGE: 'x', SOURCE_DATE_EPOCH: '1', STEPS_IMAGE: 'a/b' });
    expect(reading.kind === 'settings' && reading.warnings.map(formatProblem)).to.deep.equal([
      'STEPS_IMAG: is not a setting and has no effect; did you mean STEPS_IMAGE?',
      'LIFECYCLE_IMAGE: is not a setting and has no effect; did you mean LIFECYCLE_IMAGES?',
    ]);
  });
});
