import type { JsonObject } from '../../../src/core/model/json.ts';
import { formatProblem } from '../../../src/core/model/problem.ts';
import { translate } from '../../../src/core/translate/translate.ts';
import type { Subject } from './subject.ts';

/** Returns taskpack's Pod for a Build, or all problems. */
export type OurAnswer =
  | { readonly pod: JsonObject; readonly refusals?: never }
  | { readonly refusals: readonly string[]; readonly pod?: never };

export type Layout = 'init' | 'containers';

export const LAYOUTS: readonly Layout[] = ['init', 'containers'];

const KNOWN = new WeakMap<Subject, Map<Layout, OurAnswer>>();

/** Translates each Build once for each layout, because a comparison needs the Pod several times. */
export function ourPod(subject: Subject, layout: Layout): OurAnswer {
  const known = KNOWN.get(subject) ?? new Map<Layout, OurAnswer>();
  KNOWN.set(subject, known);
  const answer = known.get(layout) ?? translatedPod(subject, layout);
  known.set(layout, answer);
  return answer;
}

function translatedPod({ documents, options }: Subject, layout: Layout): OurAnswer {
  const { manifests, problems } = translate(documents, { ...options, to: 'pod', layout });
  const errors = problems.filter(({ severity }) => severity === 'error');
  // The place in the file is not compared.
  if (errors.length > 0) return { refusals: errors.map(({ location: _location, ...error }) => formatProblem(error)) };
  const pod = [...manifests].find(({ kind }) => kind === 'Pod');
  if (pod === undefined) throw new Error('there is neither a Pod nor an error');
  return { pod };
}
