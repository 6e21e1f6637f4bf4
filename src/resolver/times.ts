import type { Build } from '../api/kpack/build.ts';
import { fieldError } from '../model/problem.ts';
import type { Report } from './report.ts';

/** When an object was created, in seconds since 1970: its own time, or what stands for it. */
export function createdAt(
  object: { readonly metadata: Build['metadata'] },
  now: number | undefined,
): number | undefined {
  const milliseconds = Date.parse(object.metadata.creationTimestamp ?? '');
  return Number.isNaN(milliseconds) ? now : Math.floor(milliseconds / 1000);
}

/** Seconds since 1970 as kpack writes them in tags and signatures: `20060102.150405`, in UTC. */
export function compactTime(seconds: number): string {
  const [date = '', time = ''] = new Date(seconds * 1000).toISOString().split('T');
  return `${date.replaceAll('-', '')}.${time.slice(0, 8).replaceAll(':', '')}`;
}

/** The time that the image claims to be made at, in seconds since 1970. */
export function resolveCreationTime(build: Build, created: number | undefined, report: Report): number | undefined {
  const { creationTime = '' } = build.spec;
  const path = ['spec', 'creationTime'];
  if (creationTime === '') return undefined;
  if (creationTime === 'now') {
    if (created === undefined) {
      report(fieldError(path, '"now" is when the Build was created, which the file does not say: pass --now UNIX'));
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

/** Seconds that the build may take, within what a Pod takes for it (core/v1 validation). */
export function resolveTimeLimit(build: Build, report: Report): number | undefined {
  const limit = build.spec.activeDeadlineSeconds;
  if (limit !== undefined && (limit < 1 || limit > 2_147_483_647)) {
    report(
      fieldError(
        ['spec', 'activeDeadlineSeconds'],
        `invalid value: ${limit}`,
        'must be between 1 and 2147483647, inclusive',
      ),
    );
  }
  return limit;
}
