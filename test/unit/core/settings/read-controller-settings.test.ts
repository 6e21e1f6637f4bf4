import { expect } from 'chai';
import { formatProblem } from '../../../../src/core/model/problem.ts';
import {
  DEFAULT_CONTROLLER_SETTINGS,
  type ControllerSettings,
} from '../../../../src/core/settings/controller-settings.ts';
import { readControllerSettings } from '../../../../src/core/settings/read-controller-settings.ts';
import type { Environment } from '../../../../src/core/settings/environment.ts';

const { images: IMAGES, registries: REGISTRIES } = DEFAULT_CONTROLLER_SETTINGS;

const ACCEPTED: readonly (readonly [Environment, Partial<ControllerSettings>])[] = [
  [{}, {}],
  [{ BACKEND: '', WORKERS: '' }, {}],
  [{ STEPS_IMAGE: 'localhost:5000/steps' }, { images: { ...IMAGES, steps: 'localhost:5000/steps' } }],
  [{ INJECTED_SIDECAR_SUPPORT: 'true' }, { injectedSidecars: 'true' }],
  [{ BACKEND: 'native' }, { backend: 'native' }],
  [{ DUMMY_SIDECAR: 'never' }, { dummySidecar: 'never' }],
  [{ TASKRUN_SERVICE_ACCOUNT: 'build' }, { taskRunServiceAccount: 'build' }],
  [{ SIDECAR_READY_DEADLINE: '1' }, { sidecarReadyDeadlineSeconds: 1 }],
  [{ START_DEADLINE: '1000000' }, { startDeadlineSeconds: 1_000_000 }],
  [{ STUCK_PHASE: '30' }, { stuckPhaseSeconds: 30 }],
  [{ MAX_DEBUG_HOLD: '0' }, { maxDebugHoldSeconds: 0 }],
  [{ TAG_RECHECK_INTERVAL: '60' }, { tagRecheckIntervalSeconds: 60 }],
  [{ WORKERS: '1' }, { workers: 1 }],
  [{ GIT_RESOLVER_USE_SHALLOW_CLONE: 'true' }, { comparesSubPaths: true }],
  [
    { GIT_WEBHOOKS_SECRET: 'git-webhooks' },
    { gitWebhooks: { secret: 'git-webhooks', port: 9091, trustedProxies: [] } },
  ],
  [
    { GIT_WEBHOOKS_SECRET: 'a', GIT_WEBHOOKS_PORT: '0', GIT_WEBHOOKS_TRUSTED_PROXIES: '10.0.0.0/8,fd00::1' },
    { gitWebhooks: { secret: 'a', port: 0, trustedProxies: ['10.0.0.0/8', 'fd00::1'] } },
  ],
  [{ GIT_WEBHOOKS_PORT: '80' }, {}],
  [{ DEFAULT_CACHE_SINCE: '2026-01-02T03:04:05Z' }, { defaultCacheSinceMs: Date.UTC(2026, 0, 2, 3, 4, 5) }],
  [{ DEFAULT_CACHE_SINCE: '2026-01-02T03:04:05+02:00' }, { defaultCacheSinceMs: Date.UTC(2026, 0, 2, 1, 4, 5) }],
  [{ MAX_UNFINISHED_BUILDS: '20' }, { maxUnfinishedBuilds: 20 }],
  [{ MAX_UNFINISHED_BUILDS_PER_NAMESPACE: '1' }, { maxUnfinishedBuildsPerNamespace: 1 }],
  [{ WARM_NODES: 'true' }, { warmNodes: { nodeSelector: {}, taints: [] } }],
  [{ WARM_NODES: 'false', WARM_NODES_SELECTOR: 'a=b', WARM_NODES_TAINTS: 'a' }, {}],
  [
    {
      WARM_NODES: 'true',
      WARM_NODES_SELECTOR: 'pool=builds, a.test/empty=',
      WARM_NODES_TAINTS: 'a.test/dedicated=builds:NoSchedule,spot,gpu:NoExecute,empty=',
    },
    {
      warmNodes: {
        nodeSelector: { pool: 'builds', 'a.test/empty': '' },
        taints: [
          { key: 'a.test/dedicated', value: 'builds', effect: 'NoSchedule' },
          { key: 'spot' },
          { key: 'gpu', effect: 'NoExecute' },
          { key: 'empty', value: '' },
        ],
      },
    },
  ],
  [{ INDEX_PLATFORM: 'linux/arm64' }, { indexPlatform: 'linux/arm64' }],
  [{ LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
  [{ METRICS_PORT: '0' }, { metricsPort: 0 }],
  [{ ALLOW_KPACK: 'true' }, { allowKpack: true }],
  [{ LEASE_NAMESPACE: 'team' }, { leaseNamespace: 'team' }],
  [{ SYSTEM_NAMESPACE: 'kpack' }, { leaseNamespace: 'kpack' }],
  [{ POD_NAME: 'controller-1' }, { podName: 'controller-1' }],
  [
    { INSECURE_REGISTRIES: 'a.test:5000, 10.0.0.1,,[::1]:80' },
    { registries: { ...REGISTRIES, insecure: ['a.test:5000', '10.0.0.1', '[::1]:80'] } },
  ],
  [
    { REGISTRY_MIRRORS: 'docker.io=a.test/hub,docker.io=b.test' },
    { registries: { ...REGISTRIES, mirrors: { 'index.docker.io': ['a.test/hub', 'b.test'] } } },
  ],
  [
    { ALLOWED_ADDRESSES: '10.0.0.0/8, fd00::/8,s3.corp.test,fd12::1,[::1]:5000,10.1.2.3:80' },
    {
      registries: {
        ...REGISTRIES,
        allowedAddresses: ['10.0.0.0/8', 'fd00::/8', 's3.corp.test', 'fd12::1', '[::1]:5000', '10.1.2.3:80'],
      },
    },
  ],
  [{ REGISTRY_CA_FILE: '/ca.pem' }, { registries: { ...REGISTRIES, caFile: '/ca.pem' } }],
];

const REFUSED: readonly (readonly [Environment, ...string[]])[] = [
  [{ BACKEND: 'Tekton' }, 'BACKEND: must be auto, tekton or native, not "Tekton"'],
  [{ DUMMY_SIDECAR: 'true' }, 'DUMMY_SIDECAR: must be auto, always or never, not "true"'],
  [{ TASKRUN_SERVICE_ACCOUNT: 'x' }, 'TASKRUN_SERVICE_ACCOUNT: must be isolated or build, not "x"'],
  ...['0', '-1', '1.5', '10s', '1000001', '1e3', '9999999999'].map((text): readonly [Environment, string] => [
    { START_DEADLINE: text },
    `START_DEADLINE: must be a whole number of seconds from 1 to 1000000, not "${text}"`,
  ]),
  [
    { SOURCE_POLL_INTERVAL: '24h' },
    'SOURCE_POLL_INTERVAL: must be a whole number of seconds from 1 to 1000000, not "24h"',
  ],
  [
    { DEFAULT_CACHE_SINCE: '2026-01-02' },
    'DEFAULT_CACHE_SINCE: must be a time such as 2026-01-02T03:04:05Z, not "2026-01-02"',
  ],
  [{ MAX_UNFINISHED_BUILDS: '0' }, 'MAX_UNFINISHED_BUILDS: must be a whole number from 1 to 1000000, not "0"'],
  [{ WORKERS: '101' }, 'WORKERS: must be a whole number from 1 to 100, not "101"'],
  [{ METRICS_PORT: '65536' }, 'METRICS_PORT: must be a whole number from 0 to 65535, not "65536"'],
  [{ LOG_LEVEL: 'trace' }, 'LOG_LEVEL: must be debug, info, warn or error, not "trace"'],
  [
    { WARM_NODES_SELECTOR: 'pool,a=b,=c,a=b=c' },
    'WARM_NODES_SELECTOR: must be LABEL=VALUE pairs such as pool=builds, separated by commas, not "pool" and "=c" and "a=b=c"',
  ],
  [
    { WARM_NODES_TAINTS: 'a:Never,:NoSchedule,a=b:NoSchedule,a b' },
    'WARM_NODES_TAINTS: must be taints as KEY, KEY=VALUE, KEY:EFFECT or KEY=VALUE:EFFECT, such as dedicated=builds:NoSchedule, separated by commas, not "a:Never" and ":NoSchedule" and "a b"',
  ],
  [{ ALLOW_KPACK: '1' }, 'ALLOW_KPACK: must be true or false, not "1"'],
  [{ LEASE_NAMESPACE: 'A' }, 'LEASE_NAMESPACE: must be a name of lower-case letters, digits and hyphens, not "A"'],
  [
    { LEASE_NAMESPACE: 'a', SYSTEM_NAMESPACE: 'b' },
    'LEASE_NAMESPACE, SYSTEM_NAMESPACE: both name the same setting and must have the same value',
  ],
  [
    { INSECURE_REGISTRIES: 'http://a.test' },
    'INSECURE_REGISTRIES: must be hosts with optional ports, separated by commas, not "http://a.test"',
  ],
  ...[
    '10.0.0.0/33',
    '10.0.0.0/08',
    '10.0.0.0/8/8',
    '::/129',
    'fe80::1%lo',
    'fe80::%lo/64',
    'a.test/8',
    'https://a.test',
    '*',
  ].map((text): readonly [Environment, string] => [
    { ALLOWED_ADDRESSES: text },
    `ALLOWED_ADDRESSES: must be hosts, addresses or CIDRs such as 10.0.0.0/8, separated by commas, not "${text}"`,
  ]),
  [
    { ALLOWED_ADDRESSES: '10.0.0.0/8,10.0.0.0/33, a.test,*.a.test' },
    'ALLOWED_ADDRESSES: must be hosts, addresses or CIDRs such as 10.0.0.0/8, separated by commas, not "10.0.0.0/33" and "*.a.test"',
  ],
  [
    { REGISTRY_MIRRORS: 'docker.io=a.test,b' },
    'REGISTRY_MIRRORS: must be REGISTRY=MIRROR pairs such as docker.io=mirror.example.com/hub, separated by commas, not "b"',
  ],
  [
    {
      BACKEND: 'x',
      STEPS_IMAGE: '@',
      SUPPORT_INJECTED_SIDECARS: 'true',
      INJECTED_SIDECAR_SUPPORT: 'false',
      WEBHOOK_PORT: '1',
    },
    'STEPS_IMAGE: must be an image reference, not "@": the digest is not sha256: and 64 hexadecimal digits',
    'BACKEND: must be auto, tekton or native, not "x"',
    'SUPPORT_INJECTED_SIDECARS, INJECTED_SIDECAR_SUPPORT: both name the same setting and must have the same value',
    'WEBHOOK_PORT: is a variable of kpack and has no effect: taskpack has no webhook. Remove the variable',
  ],
];

describe('readControllerSettings', () => {
  for (const [environment, expected] of ACCEPTED) {
    it(`accepts ${JSON.stringify(environment)}`, () => {
      expect(readControllerSettings(environment)).to.deep.equal({
        kind: 'settings',
        settings: { ...DEFAULT_CONTROLLER_SETTINGS, ...expected },
        warnings: [],
      });
    });
  }

  for (const [environment, ...messages] of REFUSED) {
    it(`refuses ${JSON.stringify(environment)}`, () => {
      const reading = readControllerSettings(environment);
      expect(reading.kind === 'problems' && reading.problems.map(formatProblem)).to.deep.equal(messages);
    });
  }

  it("warns of kpack's variables that have no effect, if they are set", () => {
    const reading = readControllerSettings({ BUILD_INIT_IMAGE: 'kpack/init', SCALING_FACTOR: '' });
    expect(reading.kind === 'settings' && reading.warnings).to.deep.equal([
      {
        severity: 'warning',
        paths: [['BUILD_INIT_IMAGE']],
        message: "is a variable of kpack and has no effect: prepare runs in taskpack's own image. Set STEPS_IMAGE",
      },
    ]);
  });

  for (const [name, intended] of [
    ['REQUIRE_TRUSTED_LIFECYCLES', 'REQUIRE_TRUSTED_LIFECYCLE'],
    ['LIFECYCLE_IMAGE', 'LIFECYCLE_IMAGES'],
    ['ALLOWED_ADRESSES', 'ALLOWED_ADDRESSES'],
    ['lifecycle_images', 'LIFECYCLE_IMAGES'],
  ] as const) {
    it(`warns of ${name}, which is almost the name of a setting`, () => {
      const reading = readControllerSettings({ [name]: 'x' });
      expect(reading.kind === 'settings' && reading.warnings.map(formatProblem)).to.deep.equal([
        `${name}: is not a setting and has no effect; did you mean ${intended}?`,
      ]);
    });
  }

  it('warns of no variable that Kubernetes, Node or a shell sets', () => {
    const names = (
      'HOME PATH PWD SHLVL HOSTNAME NODE_ENV NODE_VERSION SSL_CERT_FILE POD_NAMESPACE HTTPS_PROXY NO_PROXY LOGNAME PORT ' +
      'KUBERNETES_PORT KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT_HTTPS KUBERNETES_PORT_443_TCP KUBECONFIG DOCKER_CONFIG'
    ).split(' ');
    const reading = readControllerSettings(Object.fromEntries(names.map((name) => [name, 'x'])));
    expect(reading.kind === 'settings' && reading.warnings).to.deep.equal([]);
  });
});
