import * as fc from 'fast-check';
import type { TranslateOptions } from '../../../src/core/translate/options.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The fields that the differential test varies in addition to those of every generated Build. */
export interface Extras {
  readonly metadata: Fields;
  readonly spec: Fields;
  readonly isOfImage: boolean;
  /** True if the builder's pull Secret is also a Secret of the ServiceAccount. */
  readonly pullsAsAccount: boolean;
  readonly secretAnnotations: Fields;
  readonly options: Partial<TranslateOptions>;
}

const key = fc.constantFrom(
  'example.com/team',
  'build.kpack.io/ready',
  'taskpack.dev/inputs',
  'tekton.dev/ready',
  'sidecar.istio.io/inject',
  'container.apparmor.security.beta.kubernetes.io/build',
  'image.kpack.io/buildNumber',
  'azure.workload.identity/use',
  'owner',
);

const strings = fc.dictionary(key, fc.constantFrom('1', 'true', 'false', 'unconfined'), { maxKeys: 3 });

const pullSecrets = fc.uniqueArray(fc.constantFrom('one', 'two', 'three'), { maxLength: 3 });

const NEAR_DISKS = {
  nodeAffinity: {
    preferredDuringSchedulingIgnoredDuringExecution: [
      { weight: 1, preference: { matchExpressions: [{ key: 'disk', operator: 'In', values: ['ssd'] }] } },
    ],
  },
};

const spec = fc.record(
  {
    defaultProcess: fc.constantFrom('web', 'worker $(HOME)', '$$', 'with  two spaces'),
    runImage: fc.record({ image: fc.constantFrom('registry.example.com/other-run:1', '') }),
    builder: pullSecrets.map((names) => ({
      image: 'registry.example.com/builder',
      imagePullSecrets: names.map((name) => ({ name })),
    })),
    cnbBindings: fc.uniqueArray(fc.constantFrom('a', 'b.c', 'metadata-a'), { maxLength: 2 }).map((names) =>
      names.map((name) => ({
        name,
        metadataRef: { name: `${name}-metadata` },
        secretRef: { name: `${name}-secret` },
      })),
    ),
    serviceAccountName: fc.constantFrom('default', 'other'),
    schedulerName: fc.constantFrom('', 'fast'),
    priorityClassName: fc.constantFrom('', 'high'),
    runtimeClassName: fc.constantFrom('gvisor', ''),
    affinity: fc.constantFrom({}, NEAR_DISKS),
    cosign: fc.constant({ annotations: [{ name: 'team', value: 'web' }] }),
  },
  { requiredKeys: [] },
);

export const arbitraryExtras: fc.Arbitrary<Extras> = fc.record({
  metadata: fc.record(
    {
      namespace: fc.constant('apps'),
      uid: fc.constant('0c5ba3f0-8a4f-4a5f-9df2-2d7f9c1d0b11'),
      labels: strings,
      annotations: strings,
    },
    { requiredKeys: [] },
  ),
  spec,
  isOfImage: fc.boolean(),
  pullsAsAccount: fc.boolean(),
  secretAnnotations: fc.dictionary(
    fc.constantFrom('kpack.io/docker', 'kpack.io/git', 'kpack.io/blob'),
    fc.constantFrom('https://example.com', ''),
    { maxKeys: 2 },
  ),
  options: fc.record({
    injectedSidecars: fc.constantFrom('expected', 'none'),
    waiterDelivery: fc.constantFrom('hook', 'init'),
    maximumPlatformApi: fc.constantFrom('0.9', '0.11'),
  }),
});
