import { closestMatch } from '../model/closest-match.ts';
import { fieldWarning, type Problem } from '../model/problem.ts';

/** Kubernetes and base images set variables of their own, so only names this similar to a setting's are reported. */
const MAX_MISSPELT_CHARACTERS = 2;

/**
 * Returns a warning for each variable whose name is almost that of a setting. Without the warning, a
 * misspelt `REQUIRE_TRUSTED_LIFECYCLE` would protect nothing, and the operator would not see that. `others` are correct
 * names that are not settings.
 */
export function misspeltNameWarnings(
  variables: Readonly<Record<string, string>>,
  settings: readonly string[],
  others: readonly string[],
): readonly Problem[] {
  const known = new Set([...settings, ...others]);
  return Object.keys(variables).flatMap((name) => {
    const intended = known.has(name) ? undefined : closestMatch(name, settings, MAX_MISSPELT_CHARACTERS);
    return intended === undefined
      ? []
      : [fieldWarning([name], `is not a setting and has no effect; did you mean ${intended}?`)];
  });
}
