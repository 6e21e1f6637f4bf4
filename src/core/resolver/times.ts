import type { Build } from '../api/kpack/build.ts';
import { fieldError } from '../model/problem.ts';
import type { Report } from './report.ts';

/** Returns the creation time of an object in seconds since 1970, or `now` if the object has none. */
export function createdAt(
  object: { readonly metadata: Build['metadata'] },
  now: number | undefined,
): number | undefined {
  const milliseconds = Date.parse(object.metadata.creationTimestamp ?? '');
  return Number.isNaN(milliseconds) ? now : Math.floor(milliseconds / 1000);
}

/**
 * Resolves the creation time of the image, in seconds since 1970. `created` is the creation time of the Build, which
 * "now" means. Returns `undefined` if the Build sets no time. Reports invalid times in kpack's words.
 */
export function resolveCreationTime(build: Build, created: number | undefined, report: Report): number | undefined {
  const { creationTime = '' } = build.spec;
  const path = ['spec', 'creationTime'];
  if (creationTime === '') return undefined;
  if (creationTime === 'now') {
    if (created === undefined) {
      report(
        fieldError(path, '"now" is the creation time of the Build, which is missing in the file: pass --now SECONDS'),
      );
    }
    return created;
  }
  const seconds = Number(creationTime);
  if (/^[+-]?\d{1,15}$/.test(creationTime)) return seconds;
  report(
    fieldError(
      path,
      `parsing creation time ${creationTime}: parsing unix timestamp: strconv.ParseInt: parsing ${JSON.stringify(creationTime)}: invalid syntax`,
    ),
  );
  return undefined;
}
