import type { KubeClient } from '../../../kube/client/kube-client.ts';
import type { KubeObject } from '../../../kube/client/kube-object.ts';
import type { Resource } from '../../../kube/client/resource.ts';
import { CONFIG_MAPS, PODS, SERVICE_ACCOUNTS, TASK_RUNS } from '../../../kube/client/resources.ts';
import type { Manifest } from '../../../model/kubernetes-object.ts';
import type { FieldProblem } from '../../../model/problem.ts';
import { createObjectCreator, type Owner, type Rejection } from './create-object.ts';
import { createResolver, type ResolverDependencies, type StartRequest } from './resolve.ts';
import type { Missing } from './read-references.ts';
import { createAccountCheck } from './workload-account.ts';
import { createTranslator, type TranslatorDependencies } from './translate.ts';

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

/** Throws if another try can succeed. */
export type Start = (request: StartRequest, signal: AbortSignal) => Promise<StartResult>;

export interface StarterDependencies extends ResolverDependencies, Pick<TranslatorDependencies, 'traceContextOf'> {
  readonly client: Pick<KubeClient, 'get' | 'list' | 'create' | 'patch' | 'delete'>;
}

/** Creates a Build's workload and the objects that the workload needs. */
export function createStarter(dependencies: StarterDependencies): Start {
  const resolve = createResolver(dependencies);
  const translate = createTranslator(dependencies);
  const checkAccount = createAccountCheck(dependencies);
  const createObject = createObjectCreator(dependencies.client);
  return async (request, signal) => {
    const resolved = await resolve(request, signal);
    if (resolved.kind !== 'resolved') return resolved;
    const { manifests, problems } = await translate(resolved.resolved, request, signal);
    const errors = problems.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) return { kind: 'refused', problems: errors };
    const owner = ownerOf(request);
    let workload: KubeObject | undefined;
    for (const manifest of manifests()) {
      const creation = await createObject(resourceOf(manifest), manifest, owner, signal);
      if (creation.kind !== 'created') return creation;
      const refusals =
        manifest.kind === 'ServiceAccount' ? await checkAccount(creation.object, request.backend, signal) : [];
      if (refusals.length > 0) return { kind: 'refused', problems: refusals };
      workload = creation.object;
    }
    if (workload === undefined) throw new Error('the translation has no errors and no workload');
    const { leftOut } = resolved;
    return { kind: 'started', workload, lifecycleImage: resolved.resolved.builder.lifecycle?.image, leftOut };
  };
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
