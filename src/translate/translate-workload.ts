import type { Manifest } from '../model/manifest.ts';
import type { FieldProblem, Problem } from '../model/problem.ts';
import { resolveBuild, type ResolveOptions } from '../resolver/resolve-build.ts';
import type { World } from '../resolver/world.ts';
import type { Backend } from './backend.ts';
import { checkIsolation } from './isolation.ts';
import type { Workload } from './workload.ts';

export interface TranslatedWorkload {
  readonly manifests: readonly Manifest[];
  readonly problems: readonly Problem[];
}

/** One workload through resolution and translation; its problems stand where its fields were written. */
export function translateWorkload(
  workload: Workload,
  world: World,
  backend: Backend,
  options: ResolveOptions,
): TranslatedWorkload {
  const resolution = resolveBuild(workload.build, world, options);
  const translated = resolution.build === undefined ? { manifests: [], problems: [] } : backend(resolution.build);
  const problems = [
    ...workload.problems,
    ...resolution.problems,
    ...translated.problems,
    ...checkIsolation(workload.build, translated.manifests, world),
  ];
  return {
    manifests: [...workload.needs, ...translated.manifests],
    problems: problems.map((problem) => placed(problem, workload)),
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
