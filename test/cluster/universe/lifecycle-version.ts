import { PROGRAM_VERSIONS, testedVersions } from '../../../src/core/model/program-versions.ts';

const { lifecycle } = PROGRAM_VERSIONS;

/** The versions of the lifecycle that have a folder of their own with a go.mod. */
export type OtherLifecycle = (typeof lifecycle.alsoTested)[number];

export type LifecycleVersion = OtherLifecycle | typeof lifecycle.tested;

/** The versions of the lifecycle that the bed can put into builders, oldest first. */
export const LIFECYCLE_VERSIONS = testedVersions<LifecycleVersion>(lifecycle);

/** kpack pins this version. */
export const DEFAULT_LIFECYCLE = lifecycle.tested;

/** The environment variable that names the lifecycle of a run of tests. */
const LIFECYCLE_VARIABLE = 'TEST_BED_LIFECYCLE';

/** The APIs of 0.21. */
const APIS_0_21 = {
  buildpack: ['0.7', '0.8', '0.9', '0.10', '0.11', '0.12'],
  platform: ['0.7', '0.8', '0.9', '0.10', '0.11', '0.12', '0.13', '0.14', '0.15'],
} as const;

/** All APIs that each version supports (lifecycle, api/apis.go). None of them is deprecated. The bed does not build 0.21.12 itself. */
export const LIFECYCLE_APIS = {
  '0.20.12': {
    buildpack: ['0.7', '0.8', '0.9', '0.10', '0.11'],
    platform: ['0.7', '0.8', '0.9', '0.10', '0.11', '0.12', '0.13', '0.14'],
  },
  '0.21.12': APIS_0_21,
  '0.21.14': APIS_0_21,
} as const satisfies Readonly<
  Record<LifecycleVersion | '0.21.12', Readonly<Record<'buildpack' | 'platform', readonly string[]>>>
>;

/** Returns the lifecycle that the environment names. Throws a sentence for a version that the bed does not have. */
export function lifecycleOfEnvironment(environment: Readonly<Record<string, string | undefined>>): LifecycleVersion {
  const text = environment[LIFECYCLE_VARIABLE] ?? DEFAULT_LIFECYCLE;
  const version = LIFECYCLE_VERSIONS.find((one) => one === text);
  if (version === undefined) throw new Error(`the bed has no lifecycle ${text}: use ${LIFECYCLE_VERSIONS.join(', ')}`);
  return version;
}
