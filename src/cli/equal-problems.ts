import { formatLocation, formatProblem, type FieldPath, type Problem } from '../core/model/problem.ts';

/** The places that the line of equal warnings or notes names, beside the first. */
const MAX_PLACES = 3;

/** Fewer equal errors have a line each. */
const MANY_ERRORS = 10;

/** A problem and further problems that differ from it only in their places. */
interface EqualProblems {
  readonly first: Problem;
  readonly others: readonly Problem[];
}

/**
 * Groups warnings and notes that differ only in their places: for example, thousands of objects can refer to one
 * missing object. Two builders can find the same problem at one place, which is then a single problem. A few equal errors stay
 * apart. Many equal errors usually have one cause, so they share one line, which names all places.
 */
export function groupEqual(problems: readonly Problem[]): readonly EqualProblems[] {
  const groups = new Map<unknown, { first: Problem; others: Problem[] }>();
  for (const problem of withoutRepeated(problems)) {
    const key = keyOf(problem);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { first: problem, others: [] });
    else group.others.push(problem);
  }
  const isApart = ({ first, others }: EqualProblems): boolean =>
    first.severity === 'error' && others.length < MANY_ERRORS;
  const apart = new Set([...groups.values()].filter(isApart).flatMap(({ first, others }) => [first, ...others]));
  return [...withoutRepeated(problems)].flatMap((problem) => {
    if (apart.has(problem)) return [{ first: problem, others: [] }];
    const group = groups.get(keyOf(problem));
    return group?.first === problem ? [group] : [];
  });
}

function withoutRepeated(problems: readonly Problem[]): Iterable<Problem> {
  const byKey = new Map<unknown, Problem>();
  for (const problem of problems) {
    const { location } = problem;
    const key = location === undefined ? problem : `${formatLocation(location)} ${keyOf(problem)}`;
    if (!byKey.has(key)) byKey.set(key, problem);
  }
  return byKey.values();
}

function keyOf({ severity, paths, message, details }: Problem): string {
  return JSON.stringify([severity, paths.map(pathInObject), message, details]);
}

/** Returns the path without the item of a List. */
function pathInObject([first, second, ...rest]: FieldPath): FieldPath {
  if (first === 'items' && typeof second === 'number') return pathInObject(rest);
  return [first, second, ...rest].filter((segment) => segment !== undefined);
}

/** Formats equal problems on one line, with their number and the first few places. */
export function formatEqual({ first, others }: EqualProblems): string {
  const line = formatProblem(first);
  if (others.length === 0) return line;
  const places = others.flatMap(({ location }) => (location === undefined ? [] : [formatLocation(location)]));
  const max = first.severity === 'error' ? places.length : MAX_PLACES;
  const shown = places.slice(0, max).join(', ');
  const list = shown === '' ? '' : `: ${shown}${others.length > max ? ', …' : ''}`;
  return `${line} (and ${others.length} more${list})`;
}
