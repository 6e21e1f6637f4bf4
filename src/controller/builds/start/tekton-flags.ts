import type { KubeClient } from '../../../clients/kube/client/kube-client.ts';
import { isKubeError } from '../../../clients/kube/kube-error.ts';
import { asConfigMap } from '../../../core/model/objects/config-map.ts';
import { defined } from '../../../core/model/defined.ts';
import { fields, json, textMap, type TextMap } from '../../../core/model/objects/reader.ts';
import { parseYaml } from '../../../core/yaml/parse-yaml.ts';
import { isTrueFlag, type TektonInstallation } from '../../../core/model/tekton-features.ts';
import type { Clock } from '../../../core/runtime/clock.ts';
import { CONFIG_MAPS } from '../../../clients/kube/client/resources.ts';

/** The version and the feature flags of Tekton that a translation depends on. */
export interface TektonFlags {
  /** True if Tekton writes no Secrets of the account into steps (pkg/pod/creds_init.go). False if that is unknown. */
  readonly hidesSecrets: (signal: AbortSignal) => Promise<boolean>;
  /** If the ConfigMap of the flags cannot be read, the newest TaskRun shows if Tekton runs a task's sidecars as native ones. */
  readonly installation: (signal: AbortSignal) => Promise<TektonInstallation>;
}

/** The namespaces of Tekton's own manifests and of OpenShift. */
const TEKTON_NAMESPACES = ['tekton-pipelines', 'openshift-pipelines'];

/** Builds that start together read the ConfigMaps once. */
const CACHE_TTL_MS = 5000;

/**
 * Reads Tekton's ConfigMaps when a flag or the version is needed. A ConfigMap that is missing or forbidden says nothing.
 * `observedNativeSidecars` returns true if the newest TaskRun ran with native sidecars, and `undefined` if no TaskRun shows that.
 */
export function createTektonFlags(
  client: Pick<KubeClient, 'get'>,
  clock: Pick<Clock, 'elapsed'>,
  observedNativeSidecars: () => boolean | undefined,
): TektonFlags {
  let cached: { readonly at: number; readonly installation: TektonInstallation } | undefined;
  const installation = async (signal: AbortSignal): Promise<TektonInstallation> => {
    if (cached === undefined || clock.elapsed() - cached.at >= CACHE_TTL_MS) {
      const at = clock.elapsed();
      cached = { at, installation: await readInstallation(client, signal) };
    }
    return { ...cached.installation, hasNativeSidecars: observedNativeSidecars() };
  };
  return {
    installation,
    hidesSecrets: async (signal) => isTrueFlag((await installation(signal)).flags?.['disable-creds-init']),
  };
}

/** Tekton gives every user of the cluster the right to read `pipelines-info` (tektoncd/pipeline, config/200-role.yaml). */
async function readInstallation(client: Pick<KubeClient, 'get'>, signal: AbortSignal): Promise<TektonInstallation> {
  const [info, flags, defaults] = await Promise.all([
    readData(client, 'pipelines-info', signal),
    readData(client, 'feature-flags', signal),
    readData(client, 'config-defaults', signal),
  ]);
  return {
    version: info?.get('version'),
    flags: flags && Object.fromEntries(Object.keys(flags.raw).map((name) => [name, flags.get(name)])),
    ...defined({ defaultNodeSelector: nodeSelectorIn(defaults?.get('default-pod-template')) }),
  };
}

/** Reads the YAML of a Pod template (tektoncd/pipeline, pkg/apis/config, `default-pod-template`). */
function nodeSelectorIn(template: string | undefined): Readonly<Record<string, string>> | undefined {
  if (template === undefined) return undefined;
  const [document] = parseYaml(template, 'default-pod-template').documents;
  const { nodeSelector } = asPodTemplate(json(document?.value));
  const entries = Object.keys(nodeSelector.raw).map((key) => [key, nodeSelector.get(key) ?? ''] as const);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

const asPodTemplate = fields({ nodeSelector: textMap });

async function readData(
  client: Pick<KubeClient, 'get'>,
  name: string,
  signal: AbortSignal,
): Promise<TextMap | undefined> {
  for (const namespace of TEKTON_NAMESPACES) {
    try {
      return asConfigMap(await client.get(CONFIG_MAPS, { namespace, name }, { signal })).data;
    } catch (error) {
      if (!isKubeError(error, 'FORBIDDEN', 'NOT_FOUND')) throw error;
    }
  }
  return undefined;
}
