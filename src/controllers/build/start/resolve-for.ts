import type { Build } from '../../../api/kpack/build.ts';
import type { FieldProblem } from '../../../model/problem.ts';
import type { ResolvedBuild } from '../../../model/resolved-build.ts';
import { resolveBuild } from '../../../resolver/resolve-build.ts';
import type { World } from '../../../resolver/world.ts';
import { gatherWorld } from './gather-world.ts';
import { readBuild } from './read-build.ts';
import { shownSecrets } from './shown-secrets.ts';
import type { StartOptions } from './start.ts';
import { wholeBuild } from './whole-build.ts';

export interface Resolved {
  readonly kind: 'resolved';
  readonly build: Build;
  readonly world: World;
  readonly resolved: ResolvedBuild;
}

export type ResolvedFor =
  | Resolved
  | { readonly kind: 'missing'; readonly problem: FieldProblem }
  | { readonly kind: 'refused'; readonly problems: readonly FieldProblem[] };

/** Reads a Build and joins it with what it names on the cluster. */
export async function resolveFor(options: StartOptions): Promise<ResolvedFor> {
  const { build, builder, settings, ports, signal } = options;
  const read = readBuild(await wholeBuild(build, ports, signal));
  if (read.kind === 'problems') return { kind: 'refused', problems: read.problems };
  const gathered = await gatherWorld(read.build, build.namespace, builder, ports, signal);
  if (gathered.kind === 'missing') return gathered;
  if (gathered.kind === 'refused') return { kind: 'refused', problems: [gathered.problem] };
  const { world } = gathered;
  const { build: resolved, problems } = resolveBuild(read.build, world, {
    maximumPlatformApi: settings.maximumPlatformApi,
    trustUnknownSshHosts: settings.trustUnknownSshHosts,
    sourceLimits: settings.sourceLimits,
  });
  const shown = await showsSecrets(read.build, world, options);
  if (shown.length > 0) return { kind: 'refused', problems: shown };
  if (resolved !== undefined) return { kind: 'resolved', build: read.build, world, resolved };
  return { kind: 'refused', problems: problems.filter(({ severity }) => severity === 'error') };
}

async function showsSecrets({ spec }: Build, world: World, options: StartOptions): Promise<readonly FieldProblem[]> {
  const { backend, settings, tektonFlags, signal } = options;
  if (backend !== 'tekton' || settings.taskRunServiceAccount !== 'build') return [];
  const { secrets = [] } = world.serviceAccount(undefined, spec.serviceAccountName) ?? {};
  const shown = shownSecrets(
    spec.serviceAccountName,
    secrets.flatMap(({ name = '' }) => world.secret(undefined, name) ?? []),
  );
  return shown.length > 0 && (await tektonFlags.hidesSecrets(signal)) ? [] : shown;
}
