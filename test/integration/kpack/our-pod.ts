import type { JsonObject } from '../../../src/model/json.ts';
import { formatProblem } from '../../../src/model/problem.ts';
import { translate } from '../../../src/translate/translate.ts';
import type { Subject } from './subject.ts';

/** Returns taskpack's Pod for a Build, or all problems. */
export type OurAnswer =
  | { readonly pod: JsonObject; readonly refusals?: never }
  | { readonly refusals: readonly string[]; readonly pod?: never };

export type Layout = 'init' | 'containers';

export function ourPod({ documents, options }: Subject, layout: Layout): OurAnswer {
  const { manifests, problems } = translate(documents, { ...options, to: 'pod', layout });
  const errors = problems.filter(({ severity }) => severity === 'error');
  // The place in the file is not compared.
  if (errors.length > 0) return { refusals: errors.map(({ location: _location, ...error }) => formatProblem(error)) };
  const pod = [...manifests].find(({ kind }) => kind === 'Pod');
  if (pod === undefined) throw new Error('there is neither a Pod nor an error');
  return { pod };
}
