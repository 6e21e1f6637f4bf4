import type { Build } from '../../../api/kpack/build.ts';
import { readObjects } from '../../../api/read-objects.ts';
import type { KubeObject } from '../../../kube/client/kube-object.ts';
import type { FieldProblem } from '../../../model/problem.ts';

/** A Build as its type has it, or everything that kpack's rules find wrong with it. */
export type ReadBuild =
  | { readonly kind: 'build'; readonly build: Build }
  | { readonly kind: 'problems'; readonly problems: readonly FieldProblem[] };

/** The status is left out: what others write there is no reason not to build. */
export function readBuild(object: KubeObject): ReadBuild {
  const { status: _, ...value } = object;
  const { objects, problems } = readObjects([{ value }]);
  const [read] = objects;
  return read?.kind === 'Build' ? { kind: 'build', build: read.value } : { kind: 'problems', problems };
}
