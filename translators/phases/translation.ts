import type { Manifest } from '../../src/model/manifest.ts';
import type { FieldProblem } from '../../src/model/problem.ts';

/** What a backend makes of one Build: every object that is needed, in apply order, the workload last. */
export interface TranslatedBuild {
  readonly manifests: readonly Manifest[];
  /** Of the Build's fields. Where one is an error, there are no manifests. */
  readonly problems: readonly FieldProblem[];
}
