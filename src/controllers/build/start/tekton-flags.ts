import { isKubeError } from '../../../kube/kube-error.ts';
import { objectAt, textAt } from '../../../model/json-field.ts';
import type { JsonObject } from '../../../model/json.ts';
import type { BuildPorts } from '../build-ports.ts';
import { CONFIG_MAPS } from '../resources.ts';

type Flag = (signal: AbortSignal) => Promise<boolean>;

/** What of Tekton's behaviour its operator chooses, and its TaskRuns depend on. */
export interface TektonFlags {
  /**
   * Whether the cluster runs declared sidecars as native ones, as far as Tekton says. Where it says nothing, the newest
   * TaskRun tells under which flags it was run, if there has been one.
   */
  readonly hasNativeSidecars: Flag;
  /** Whether steps see no Secrets of their account (pkg/pod/creds_init.go). Where Tekton says nothing, they do. */
  readonly hidesSecrets: Flag;
}

/** Where Tekton's own manifests have it, and where OpenShift has. */
const TEKTON_NAMESPACES = ['tekton-pipelines', 'openshift-pipelines'];

/** For so long an answer holds, in milliseconds: Builds that start together ask once. */
const KEPT = 5000;

/** Asks for Tekton's flags where they are used. What may not be read, or is not there, is as if it said nothing. */
export function tektonFlags(
  { client, elapsed }: Pick<BuildPorts, 'client' | 'elapsed'>,
  toldByTaskRuns: () => boolean | undefined,
): TektonFlags {
  let kept: { readonly at: number; readonly flags: JsonObject | undefined } | undefined;
  const isOn = async (name: string, signal: AbortSignal): Promise<boolean | undefined> => {
    if (kept === undefined || elapsed() - kept.at >= KEPT) {
      const at = elapsed();
      kept = { at, flags: await readFlags(client, signal) };
    }
    const { flags } = kept;
    // Tekton takes what strconv.ParseBool takes (pkg/apis/config, NewFeatureFlagsFromMap).
    return flags === undefined ? undefined : /^(?:1|t|T|true|True|TRUE)$/.test(textAt(flags, name) ?? '');
  };
  return {
    hasNativeSidecars: async (signal) => (await isOn('enable-kubernetes-sidecar', signal)) ?? toldByTaskRuns() ?? false,
    hidesSecrets: async (signal) => (await isOn('disable-creds-init', signal)) ?? false,
  };
}

async function readFlags(
  client: Pick<BuildPorts['client'], 'get'>,
  signal: AbortSignal,
): Promise<JsonObject | undefined> {
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
