import type { KubeClient } from '../../../kube/client/kube-client.ts';
import { isKubeError } from '../../../kube/kube-error.ts';
import { objectAt, textAt } from '../../../model/json-field.ts';
import type { JsonObject } from '../../../model/json.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { CONFIG_MAPS } from '../resources.ts';

type Flag = (signal: AbortSignal) => Promise<boolean>;

/** The feature flags of Tekton that a translation depends on. */
export interface TektonFlags {
  /**
   * True if Tekton runs a task's sidecars as native sidecars. If the ConfigMap cannot be read, the newest TaskRun shows the
   * flags with which Tekton ran it.
   */
  readonly hasNativeSidecars: Flag;
  /** True if Tekton writes no Secrets of the account into steps (pkg/pod/creds_init.go). False if that is unknown. */
  readonly hidesSecrets: Flag;
}

export interface TektonFlagsDependencies {
  readonly client: Pick<KubeClient, 'get'>;
  readonly clock: Pick<Clock, 'elapsed'>;
  /** True if the newest TaskRun ran with native sidecars; `undefined` if no TaskRun shows that. */
  readonly observedNativeSidecars: () => boolean | undefined;
}

/** The namespaces of Tekton's own manifests and of OpenShift. */
const TEKTON_NAMESPACES = ['tekton-pipelines', 'openshift-pipelines'];

/** Builds that start together read the ConfigMap once. */
const CACHE_TTL_MS = 5000;

/** Reads Tekton's ConfigMap when a flag is needed. A ConfigMap that is missing or forbidden sets no flags. */
export function createTektonFlags({ client, clock, observedNativeSidecars }: TektonFlagsDependencies): TektonFlags {
  let cached: { readonly at: number; readonly flags: JsonObject | undefined } | undefined;
  const isEnabled = async (name: string, signal: AbortSignal): Promise<boolean | undefined> => {
    if (cached === undefined || clock.elapsed() - cached.at >= CACHE_TTL_MS) {
      const at = clock.elapsed();
      cached = { at, flags: await readFlags(client, signal) };
    }
    const { flags } = cached;
    // Tekton parses flags with strconv.ParseBool (pkg/apis/config, NewFeatureFlagsFromMap).
    return flags === undefined ? undefined : /^(?:1|t|T|true|True|TRUE)$/.test(textAt(flags, name) ?? '');
  };
  return {
    hasNativeSidecars: async (signal) =>
      (await isEnabled('enable-kubernetes-sidecar', signal)) ?? observedNativeSidecars() ?? false,
    hidesSecrets: async (signal) => (await isEnabled('disable-creds-init', signal)) ?? false,
  };
}

async function readFlags(client: Pick<KubeClient, 'get'>, signal: AbortSignal): Promise<JsonObject | undefined> {
  for (const namespace of TEKTON_NAMESPACES) {
    try {
      const flags = await client.get(CONFIG_MAPS, { namespace, name: 'feature-flags' }, { signal });
      return objectAt(flags, 'data');
    } catch (error) {
      if (!isKubeError(error, 'FORBIDDEN', 'NOT_FOUND')) throw error;
    }
  }
  return undefined;
}
