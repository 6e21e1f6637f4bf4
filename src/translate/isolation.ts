import type { Build } from '../api/kpack/build.ts';
import type { Manifest } from '../model/manifest.ts';
import { fieldError, type FieldProblem } from '../model/problem.ts';
import type { World } from '../resolver/world.ts';

/** A ServiceAccount that is there in place of ours must be as empty as ours; `way` says what else can be done. */
export function checkIsolation(
  build: Build,
  manifests: readonly Manifest[],
  world: World,
  way: string,
): readonly FieldProblem[] {
  const accounts = manifests.filter(({ kind }) => kind === 'ServiceAccount');
  return accounts.flatMap(({ metadata }) => {
    const { secrets = [] } = world.serviceAccount(build.metadata.namespace, metadata.name) ?? {};
    if (secrets.length === 0) return [];
    const message = `ServiceAccount "${metadata.name}", as which the TaskRun runs, lists secrets, which Tekton would show to buildpacks; ${way}`;
    return [fieldError(['spec', 'serviceAccountName'], message)];
  });
}
