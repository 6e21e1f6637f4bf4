import { isKubeError } from '../../../kube/kube-error.ts';
import { objectAt, textAt } from '../../../model/json-field.ts';
import type { BuildPorts } from '../build-ports.ts';
import { CONFIG_MAPS } from '../resources.ts';

/** Whether the cluster runs declared sidecars as native ones, as far as Tekton says. */
export type NativeSidecars = (signal: AbortSignal) => Promise<boolean>;

/** Where Tekton's own manifests have it, and where OpenShift has. */
const TEKTON_NAMESPACES = ['tekton-pipelines', 'openshift-pipelines'];

/** For so long an answer holds, in milliseconds: Builds that start together ask once. */
const KEPT = 5000;

/**
 * Asks for Tekton's flags where it is used. What may not be read, or is not there, is as if it said nothing: then the
 * newest TaskRun tells under which flags it was run, if there has been one.
 */
export function nativeSidecars(
  { client, elapsed }: Pick<BuildPorts, 'client' | 'elapsed'>,
  toldByTaskRuns: () => boolean | undefined,
): NativeSidecars {
  let kept: { readonly at: number; readonly isOn: boolean } | undefined;
  return async (signal) => {
    if (kept !== undefined && elapsed() - kept.at < KEPT) return kept.isOn;
    const at = elapsed();
    const isOn = (await flagOf(client, signal)) ?? toldByTaskRuns() ?? false;
    kept = { at, isOn };
    return isOn;
  };
}

async function flagOf(client: Pick<BuildPorts['client'], 'get'>, signal: AbortSignal): Promise<boolean | undefined> {
  for (const namespace of TEKTON_NAMESPACES) {
    try {
      const flags = await client.get(CONFIG_MAPS, { namespace, name: 'feature-flags' }, { signal });
      // Tekton takes what strconv.ParseBool takes (pkg/apis/config, NewFeatureFlagsFromMap).
      return /^(?:1|t|true)$/i.test(textAt(objectAt(flags, 'data'), 'enable-kubernetes-sidecar') ?? '');
    } catch (error) {
      if (!isKubeError(error, 'FORBIDDEN', 'NOT_FOUND')) throw error;
    }
  }
  return undefined;
}
