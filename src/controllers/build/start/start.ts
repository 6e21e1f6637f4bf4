import { PODS } from '../../../kube/client/resources.ts';
import type { Resource } from '../../../kube/client/resource.ts';
import type { KubeObject } from '../../../kube/client/kube-object.ts';
import type { Manifest } from '../../../model/manifest.ts';
import type { FieldProblem } from '../../../model/problem.ts';
import type { KnownBuilder } from '../../../resolver/world.ts';
import { checkIsolation } from '../../../translate/isolation.ts';
import type { BuildPorts } from '../build-ports.ts';
import type { BuildSettings } from '../build-settings.ts';
import type { ActiveBuild } from '../kept/build-record.ts';
import type { Backend, Recreation } from '../observe/recorded-status.ts';
import { CONFIG_MAPS, TASK_RUNS } from '../resources.ts';
import { createOwned, type Creation } from './create-owned.ts';
import { ensureIsolatedAccount } from './isolated-account.ts';
import type { Rejection } from './rejection.ts';
import { resolveFor, type Resolved } from './resolve-for.ts';
import { OTHER_WAYS } from './shown-secrets.ts';
import type { TektonFlags } from './tekton-flags.ts';
import { translateFor } from './translate-for.ts';

export interface StartOptions {
  readonly build: ActiveBuild;
  readonly backend: Backend;
  readonly recreation: Recreation | undefined;
  readonly builder: KnownBuilder | undefined;
  readonly tektonFlags: TektonFlags;
  readonly settings: BuildSettings;
  readonly ports: Pick<BuildPorts, 'client' | 'registry' | 'findPlural'>;
  readonly signal: AbortSignal;
}

/** What became of the attempt to start a Build; whatever may go otherwise the next time rejects instead. */
export type Start =
  | { readonly kind: 'started'; readonly workload: KubeObject }
  /** Something that the Build names is not there, yet or any more. */
  | { readonly kind: 'missing'; readonly problem: FieldProblem }
  | { readonly kind: 'refused'; readonly problems: readonly FieldProblem[] }
  | Exclude<Rejection, { kind: 'passing' }>;

/** Makes the workload of a Build, and whatever that needs. */
export async function start(options: StartOptions): Promise<Start> {
  const resolved = await resolveFor(options);
  if (resolved.kind !== 'resolved') return resolved;
  const { manifests, problems } = await translateFor(resolved.resolved, options);
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return { kind: 'refused', problems: errors };
  let workload: KubeObject | undefined;
  for (const manifest of manifests) {
    if (manifest.kind === 'ServiceAccount') {
      const refusals = await isolate(manifest, resolved, options);
      if (refusals.length > 0) return { kind: 'refused', problems: refusals };
    } else {
      const creation = await create(manifest, options);
      if (creation.kind !== 'created') return creation;
      workload = creation.object;
    }
  }
  if (workload === undefined) throw new Error('a translation without errors makes a workload');
  return { kind: 'started', workload };
}

async function isolate(
  manifest: Manifest,
  { build, world }: Resolved,
  { ports, tektonFlags, signal }: StartOptions,
): Promise<readonly FieldProblem[]> {
  const account = await ensureIsolatedAccount(manifest, ports, signal);
  const way = `remove them from it, ${OTHER_WAYS}`;
  const refusals = checkIsolation(build, [manifest], { ...world, serviceAccount: () => account }, way);
  return refusals.length > 0 && (await tektonFlags.hidesSecrets(signal)) ? [] : refusals;
}

async function create(manifest: Manifest, { build, recreation, ports, signal }: StartOptions): Promise<Creation> {
  const owner = { uid: build.uid, ...(recreation !== undefined && { successorOf: recreation.of }) };
  return createOwned(resourceOf(manifest), manifest, owner, ports.client, signal);
}

function resourceOf({ kind }: Manifest): Resource {
  switch (kind) {
    case 'Pod':
      return PODS;
    case 'TaskRun':
      return TASK_RUNS;
    case 'ConfigMap':
      return CONFIG_MAPS;
    default:
      throw new Error(`a translation makes no ${kind}`);
  }
}
