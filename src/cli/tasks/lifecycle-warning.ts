import { fieldWarning, type Problem } from '../../model/problem.ts';
import type { Settings } from '../../settings/settings.ts';

/**
 * Returns a warning if a setting is set that protects credentials from builders. Tasks ignore these settings: each run names
 * its builder, and Tekton reads the images of the steps before the builder's lifecycle version is known.
 */
export function lifecycleWarnings({
  lifecycleImages,
  requireTrustedLifecycle,
}: Pick<Settings, 'lifecycleImages' | 'requireTrustedLifecycle'>): readonly Problem[] {
  const names = [
    ...(Object.keys(lifecycleImages).length > 0 ? ['LIFECYCLE_IMAGES'] : []),
    ...(requireTrustedLifecycle ? ['REQUIRE_TRUSTED_LIFECYCLE'] : []),
  ];
  if (names.length === 0) return [];
  const effect = names.length > 1 ? 'have no effect on Tasks' : 'has no effect on Tasks';
  const message =
    `${names.join(' and ')} ${effect}: the builder's lifecycle gets the registry credentials of each run. ` +
    'Let only trusted users name the builder, or use Builds instead of Tasks';
  return [fieldWarning([], message)];
}
