import type { Manifest } from '../model/manifest.ts';
import type { FieldProblem, Problem } from '../model/problem.ts';
import { resolveBuild, type ResolveOptions } from '../resolver/resolve-build.ts';
import type { World } from '../resolver/world.ts';
import type { Backend } from './backend.ts';
import { checkIsolation } from './isolation.ts';
import type { Workload } from './workload.ts';

/** What a cluster's Tekton does is not known of files. */
const WAY = 'remove them from it, or translate to a Pod';

export interface TranslatedWorkload {
  readonly problems: readonly Problem[];
  /** Made anew at each call; none where a problem is an error. */
  readonly manifests: () => readonly Manifest[];
}

/** One workload through resolution and translation; its problems stand where its fields were written. */
export function translateWorkload(
  workload: Workload,
  world: World,
  backend: Backend,
  options: ResolveOptions,
): TranslatedWorkload {
  const { build, problems } = resolveBuild(workload.build, world, options);
  const place = (list: readonly FieldProblem[]): readonly Problem[] => list.map((problem) => placed(problem, workload));
  if (build === undefined) return { problems: place([...workload.problems, ...problems]), manifests: () => [] };
  const translated = backend(build);
  const isolation = checkIsolation(workload.build, translated.manifests, world, WAY);
  return {
    problems: place([...workload.problems, ...problems, ...translated.problems, ...isolation]),
    manifests: () => [...workload.needs, ...backend(build).manifests],
  };
}

function placed(problem: FieldProblem, workload: Workload): Problem {
  const [first, ...others] = problem.paths;
  const location = workload.locate(first);
  return {
    ...problem,
    paths: [workload.writtenPath(first), ...others.map((path) => workload.writtenPath(path))],
    ...(location !== undefined && { location }),
  };
}
