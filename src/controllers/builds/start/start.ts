import type { KubeObject } from '../../../kube/client/kube-object.ts';
import type { Resource } from '../../../kube/client/resource.ts';
import { CONFIG_MAPS, PODS, SERVICE_ACCOUNTS, TASK_RUNS } from '../../../kube/client/resources.ts';
import type { Manifest } from '../../../model/kubernetes-object.ts';
import type { FieldProblem } from '../../../model/problem.ts';
import type { BuildContext } from '../build-context.ts';
import { createObject, type Owner, type Rejection } from './create-object.ts';
import { resolve, type StartRequest } from './resolve.ts';
import type { Missing } from './read-references.ts';
import { checkAccount } from './workload-account.ts';
import { translate } from './translate.ts';

export type StartResult =
  | Started
  | Missing
  | { readonly kind: 'refused'; readonly problems: readonly FieldProblem[] }
  | Exclude<Rejection, { kind: 'transient' }>;

export interface Started {
  readonly kind: 'started';
  readonly workload: KubeObject;
  /** Absent if the builder's own lifecycle has the registry credentials. */
  readonly lifecycleImage: string | undefined;
  /** The labels and annotations of the Build that the workload did not get, as `metadata.FIELD[KEY]`. */
  readonly leftOut: readonly string[];
}

/** Creates a Build's workload and the objects that the workload needs. Throws if another try can succeed. */
export async function start(context: BuildContext, request: StartRequest): Promise<StartResult> {
  const resolved = await resolve(context, request);
  if (resolved.kind !== 'resolved') return resolved;
  const { manifests, problems } = await translate(context, resolved.resolved, request);
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return { kind: 'refused', problems: errors };
  const owner = ownerOf(request);
  let workload: KubeObject | undefined;
  for (const manifest of manifests()) {
    const creation = await createObject(context, resourceOf(manifest), manifest, owner);
    if (creation.kind !== 'created') return creation;
    const refusals =
      manifest.kind === 'ServiceAccount' ? await checkAccount(context, creation.object, request.backend) : [];
    if (refusals.length > 0) return { kind: 'refused', problems: refusals };
    workload = creation.object;
  }
  if (workload === undefined) throw new Error('the translation has no errors and no workload');
  const { leftOut } = resolved;
  return { kind: 'started', workload, lifecycleImage: resolved.resolved.builder.lifecycle?.image, leftOut };
}

function ownerOf({ build: { uid }, recreation }: StartRequest): Owner {
  return { uid, ...(recreation !== undefined && { replaces: recreation.of }) };
}

function resourceOf({ kind }: Manifest): Resource {
  switch (kind) {
    case 'Pod':
      return PODS;
    case 'TaskRun':
      return TASK_RUNS;
    case 'ConfigMap':
      return CONFIG_MAPS;
    case 'ServiceAccount':
      return SERVICE_ACCOUNTS;
    default:
      throw new Error(
        `cannot create a ${kind}: a translation contains only Pods, TaskRuns, ConfigMaps and ServiceAccounts`,
      );
  }
}
