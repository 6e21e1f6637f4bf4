import { TEKTON } from './program-versions.ts';
import { isOlderVersion, minorVersion, versionNumbers } from './version.ts';

/** The first Tekton with the flag `set-security-context`, which makes its own containers fit Pod Security `restricted`. */
export const FIRST_TEKTON_WITH_SECURITY_CONTEXT = '0.49.0';

/** The first Tekton that stops injected sidecars of TaskRuns that declare none. */
export const FIRST_TEKTON_THAT_STOPS_ALL = '0.47.0';

/** The values in Tekton's ConfigMap `feature-flags`, by name. An absent flag has the default of the version. */
export type TektonFlags = Readonly<Record<string, string | undefined>>;

/** A Tekton, as far as it is known. */
export interface TektonInstallation {
  /** `undefined`: the version is unknown. */
  readonly version?: string | undefined;
  /** `undefined`: the flags are unknown. */
  readonly flags?: TektonFlags | undefined;
  /** The node selector of the default Pod template (`config-defaults`). Tekton uses it for TaskRuns without a selector alone. */
  readonly defaultNodeSelector?: Readonly<Record<string, string>>;
  /** True if a TaskRun ran with declared sidecars as native ones. It counts only if the flags are unknown. */
  readonly hasNativeSidecars?: boolean | undefined;
}

/** The features of a Tekton on which the form of a TaskRun depends. */
export interface TektonFeatures {
  /** A step can declare results that no other step can write. */
  readonly stepResults: boolean;
  /** A TaskRun can declare the resources of its whole task. */
  readonly taskResources: boolean;
  /**
   * A sidecar that a task declares does not keep the Pod running beside native sidecars, or is needed to stop other proxies. False
   * if a flag says that nothing injects sidecars, because Tekton waits for a declared sidecar before the first step.
   */
  readonly dummySidecar: boolean;
  /** A Pod template can give the Pod a user namespace of its own (`hostUsers`). */
  readonly userNamespaces: boolean;
}

/** A version from which on a flag decides about a feature. Without a flag, the version has the feature, or lacks it, in any case. */
interface Stage {
  readonly from: string;
  readonly isLost?: true;
  readonly flag?: {
    readonly name: string;
    /** The values that turn the feature on. */
    readonly on: RegExp;
    /** True if the feature is on while the flag is absent. */
    readonly byDefault: boolean;
  };
}

const TRUE = /^(?:1|t|T|true|True|TRUE)$/;
const NOT_TRUE = /^(?!(?:1|t|T|true|True|TRUE)$)/;
const NATIVE_SIDECARS = 'enable-kubernetes-sidecar';

/** False if nothing injects sidecars into TaskRuns. True by default. */
export const INJECTED_SIDECARS_FLAG = 'running-in-environment-with-injected-sidecars';

/** Parses a flag as Tekton does: strconv.ParseBool (pkg/apis/config, NewFeatureFlagsFromMap). An absent flag is false. */
export function isTrueFlag(value = ''): boolean {
  return TRUE.test(value);
}

/** The flags that are true unless the ConfigMap says otherwise (tektoncd/pipeline, pkg/apis/config). */
const TRUE_BY_DEFAULT = new Set(['await-sidecar-readiness', INJECTED_SIDECARS_FLAG]);

/** True if a flag is set, or if it is absent and true by default. */
export function isFlagSet(flags: TektonFlags | undefined, name: string): boolean {
  const value = flags?.[name];
  return value === undefined ? TRUE_BY_DEFAULT.has(name) : isTrueFlag(value);
}

/**
 * The stages of each feature, oldest first, from the tags v0.44.0 to v1.15.0 of tektoncd/pipeline: stepResults from
 * pkg/apis/pipeline/v1/task_validation.go and result_validation.go, taskResources from taskrun_validation.go beside them, userNamespaces from
 * pkg/apis/pipeline/pod/template.go.
 *
 * Before 0.47, Tekton stops injected sidecars only if the task declares one that still runs (pkg/reconciler/taskrun, stopSidecars).
 * Before 0.59, its library for Kubernetes is older than 1.28, so the update that stops a sidecar drops `restartPolicy` of native
 * sidecars, and the API server refuses it (pkg/pod/entrypoint.go, StopSidecars). Then a declared sidecar never ends.
 * From 0.62 on, a flag makes declared sidecars native ones, and Tekton stops no sidecar (pkg/pod/pod.go, useTektonSidecar).
 */
const STAGES: Readonly<Record<keyof TektonFeatures, readonly Stage[]>> = {
  stepResults: [
    { from: '0.54.0', flag: { name: 'enable-step-actions', on: TRUE, byDefault: false } },
    { from: '1.0.0' },
  ],
  taskResources: [
    { from: TEKTON.oldest, flag: { name: 'enable-api-fields', on: /^alpha$/, byDefault: false } },
    { from: '0.53.0', flag: { name: 'enable-api-fields', on: /^(?:alpha|beta)$/, byDefault: true } },
  ],
  dummySidecar: [
    { from: TEKTON.oldest },
    { from: FIRST_TEKTON_THAT_STOPS_ALL, isLost: true },
    { from: '0.59.0' },
    { from: '0.62.0', flag: { name: NATIVE_SIDECARS, on: NOT_TRUE, byDefault: true } },
  ],
  userNamespaces: [{ from: '1.9.0' }],
};

/**
 * Returns the features of a Tekton. If the version is unknown, as that of a development build, the flags in its ConfigMap
 * show the version. If nothing is known, returns the features of the newest Tekton.
 */
export function tektonFeatures({ version, flags, hasNativeSidecars }: TektonInstallation): TektonFeatures {
  const known = versionNumbers(version) ?? VERSIONS_BY_FLAG.find(([flag]) => flags?.[flag] !== undefined)?.[1];
  return {
    stepResults: has('stepResults', known, flags),
    taskResources: has('taskResources', known, flags),
    dummySidecar:
      isFlagSet(flags, INJECTED_SIDECARS_FLAG) &&
      has('dummySidecar', known, flags ?? { [NATIVE_SIDECARS]: `${hasNativeSidecars ?? false}` }),
    userNamespaces: has('userNamespaces', known, flags),
  };
}

function has(feature: keyof TektonFeatures, version: string | undefined, flags: TektonFlags = {}): boolean {
  const stage = STAGES[feature].findLast(({ from }) => version === undefined || !isOlderVersion(version, from));
  if (stage?.flag === undefined) return stage !== undefined && stage.isLost !== true;
  const { name, on, byDefault } = stage.flag;
  const value = flags[name];
  return value === undefined ? byDefault : on.test(value);
}

/** The flags that appeared in Tekton's own ConfigMap with a version, newest first (config/config-feature-flags.yaml). */
const VERSIONS_BY_FLAG: readonly (readonly [flag: string, version: string])[] = [
  ['enable-wait-exponential-backoff', '1.3.0'],
  [NATIVE_SIDECARS, '0.62.0'],
  ['disable-inline-spec', '0.59.0'],
  ['enable-param-enum', '0.54.0'],
  ['keep-pod-on-cancel', '0.53.0'],
  ['set-security-context', FIRST_TEKTON_WITH_SECURITY_CONTEXT],
  ['trusted-resources-verification-no-match-policy', '0.47.0'],
  ['enable-api-fields', TEKTON.oldest],
];

/** Returns why taskpack does not support a version of Tekton, in a clause; `undefined` if it does, or if the version is unknown. */
export function unsupportedTekton(version: string | undefined): string | undefined {
  if (!isOlderVersion(version, TEKTON.oldest)) return undefined;
  return `Tekton ${version} is older than ${minorVersion(TEKTON.oldest)}, the oldest Tekton that runs TaskRuns of taskpack`;
}
