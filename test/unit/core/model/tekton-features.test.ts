import { expect } from 'chai';
import {
  tektonFeatures,
  unsupportedTekton,
  type TektonFeatures,
  type TektonInstallation,
} from '../../../../src/core/model/tekton-features.ts';

const NATIVE = { 'enable-kubernetes-sidecar': 'true' };
const STEP_ACTIONS = { 'enable-step-actions': 'true' };

/** Tekton's own ConfigMap of a version, as far as the features depend on it. */
const FLAGS_OF_44 = { 'enable-api-fields': 'stable' };
const FLAGS_OF_53 = {
  'enable-api-fields': 'beta',
  'set-security-context': 'false',
  'keep-pod-on-cancel': 'false',
  'enable-step-actions': 'false',
};
const FLAGS_OF_70 = { ...FLAGS_OF_53, 'enable-param-enum': 'false', 'enable-kubernetes-sidecar': 'false' };
const FLAGS_OF_1 = { ...FLAGS_OF_70, 'enable-step-actions': 'true' };

const ALL_OF_1_0 = 'stepResults, taskResources, dummySidecar';
const ALL = `${ALL_OF_1_0}, userNamespaces`;

const ROWS: readonly (readonly [string, TektonInstallation, string])[] = [
  ['0.44', { version: 'v0.44.0' }, 'dummySidecar'],
  ['0.44 with the flag of a later version', { version: 'v0.44.5', flags: STEP_ACTIONS }, 'dummySidecar'],
  [
    '0.44 with alpha fields',
    { version: 'v0.44.0', flags: { 'enable-api-fields': 'alpha' } },
    'taskResources, dummySidecar',
  ],
  ['0.47', { version: 'v0.47.0' }, ''],
  ['0.52 with beta fields', { version: 'v0.52.1', flags: { 'enable-api-fields': 'beta' } }, ''],
  ['0.53', { version: 'v0.53.0' }, 'taskResources'],
  ['0.53 with stable fields', { version: 'v0.53.0', flags: { 'enable-api-fields': 'stable' } }, ''],
  ['0.53 with step actions', { version: 'v0.53.9', flags: STEP_ACTIONS }, 'taskResources'],
  ['0.54 without flags', { version: 'v0.54.0' }, 'taskResources'],
  [
    '0.58 with step actions',
    { version: 'v0.58.0', flags: { 'enable-step-actions': 'T' } },
    'stepResults, taskResources',
  ],
  ['0.59 with step actions', { version: 'v0.59.0', flags: STEP_ACTIONS }, ALL_OF_1_0],
  [
    '0.70 without step actions',
    { version: '0.70.0', flags: { 'enable-step-actions': 'false' } },
    'taskResources, dummySidecar',
  ],
  ['1.0', { version: '1.0' }, ALL_OF_1_0],
  ['1.0 that turns step actions off', { version: 'v1.0.0', flags: { 'enable-step-actions': 'false' } }, ALL_OF_1_0],
  [
    '1.15 with native sidecars',
    { version: 'v1.15.0', flags: { ...FLAGS_OF_1, ...NATIVE } },
    'stepResults, taskResources, userNamespaces',
  ],
  ['1.8', { version: 'v1.8.0' }, ALL_OF_1_0],
  ['1.9', { version: 'v1.9.0' }, ALL],
  ['0.62 with native sidecars', { version: 'v0.62.0', flags: NATIVE }, 'taskResources'],
  ['0.61 with the flag of a later version', { version: 'v0.61.0', flags: NATIVE }, 'taskResources, dummySidecar'],
  [
    '1.15 whose TaskRuns show native sidecars',
    { version: 'v1.15.0', hasNativeSidecars: true },
    'stepResults, taskResources, userNamespaces',
  ],
  ['1.15 whose flags are newer than a TaskRun', { version: 'v1.15.0', flags: {}, hasNativeSidecars: true }, ALL],
  [
    'an unknown Tekton whose TaskRuns show native sidecars',
    { hasNativeSidecars: true },
    'stepResults, taskResources, userNamespaces',
  ],
  ['a prerelease', { version: 'v1.16.0-rc.1' }, ALL],
  ['an unknown Tekton', {}, ALL],
  [
    '1.15 where nothing injects sidecars',
    { version: 'v1.15.0', flags: { 'running-in-environment-with-injected-sidecars': 'false' } },
    'stepResults, taskResources, userNamespaces',
  ],
  [
    '0.44 where sidecars are injected',
    { version: 'v0.44.0', flags: { 'running-in-environment-with-injected-sidecars': 'true' } },
    'dummySidecar',
  ],
  ['a Tekton whose flags say nothing', { version: 'devel', flags: {} }, ALL],
  ['a development build with flags of 0.44', { version: 'devel', flags: FLAGS_OF_44 }, 'dummySidecar'],
  ['a development build with flags of 0.53', { version: 'devel', flags: FLAGS_OF_53 }, 'taskResources'],
  [
    'a development build with flags of 0.53 and step actions',
    { flags: { ...FLAGS_OF_53, ...STEP_ACTIONS } },
    'taskResources',
  ],
  [
    'a development build with flags of 0.70',
    { version: 'v20250301-0f0f0f0f', flags: FLAGS_OF_70 },
    'taskResources, dummySidecar',
  ],
  ['a development build with flags of 1.0', { version: 'devel', flags: FLAGS_OF_1 }, ALL_OF_1_0],
  [
    'a development build with flags of 1.3',
    { version: 'devel', flags: { 'enable-wait-exponential-backoff': 'false' } },
    ALL_OF_1_0,
  ],
];

function enabled(features: TektonFeatures): string {
  return Object.entries(features)
    .flatMap(([name, isOn]) => (isOn ? [name] : []))
    .join(', ');
}

describe('features of Tekton', () => {
  for (const [tekton, installation, expected] of ROWS) {
    it(`${tekton} has ${expected === '' ? 'none' : expected}`, () =>
      expect(enabled(tektonFeatures(installation))).to.equal(expected));
  }

  it('need at least 0.44', () => {
    for (const version of ['v0.43.2', '0.9', '0.43.99']) {
      expect(unsupportedTekton(version)).to.equal(
        `Tekton ${version} is older than 0.44, the oldest Tekton that runs TaskRuns of taskpack`,
      );
    }
    for (const version of ['v0.44.0', '0.44', 'v1.0.0', 'devel', '', undefined])
      expect(unsupportedTekton(version)).to.equal(undefined);
  });
});
