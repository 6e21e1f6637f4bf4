import type { Build } from '../../../core/api/kpack/build.ts';
import { readObjects } from '../../../core/api/read-objects.ts';
import type { KubeObject } from '../../../clients/kube/client/kube-object.ts';
import { KubeError } from '../../../clients/kube/kube-error.ts';
import type { FieldProblem } from '../../../core/model/problem.ts';
import type { BuildContext } from '../build-context.ts';
import type { ActiveBuild } from '../cache/build-record.ts';
import { identityOf } from '../../kit/identity.ts';
import { BUILDS } from '../../../clients/kube/client/resources.ts';

/** A valid Build, or everything that kpack's validation finds wrong. */
export type ReadBuild =
  | { readonly kind: 'build'; readonly build: Build }
  | { readonly kind: 'problems'; readonly problems: readonly FieldProblem[] };

/** Parses and validates a Build. Ignores the status, so that an invalid one does not stop the Build. */
export function readBuild(object: KubeObject): ReadBuild {
  const { status: _, ...value } = object;
  const { objects, problems } = readObjects([{ value }]);
  const [read] = objects;
  return read?.kind === 'Build' ? { kind: 'build', build: read.value } : { kind: 'problems', problems };
}

/** Returns the complete Build; asks the API server if the cache omitted the environment. Throws `CONFLICT` for another UID. */
export async function completeBuild(
  { client, signal }: BuildContext,
  { object, lacksEnvironment, namespace, name, uid }: ActiveBuild,
): Promise<KubeObject> {
  if (!lacksEnvironment) return object;
  const complete = await client.get(BUILDS, { namespace, name }, { signal });
  if (identityOf(complete).uid === uid) return complete;
  throw new KubeError(
    'CONFLICT',
    `get builds ${namespace}/${name}`,
    'another Build with the same name has replaced it',
  );
}
