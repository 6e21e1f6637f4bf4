import { createHash } from 'node:crypto';

/**
 * Returns the trace id of a Build: its UID without hyphens. The UID is random and exists before the Build starts, so a process that
 * exports a trace again exports the same one, and Tekton can join the trace. Returns `undefined` for a text that is not a UUID.
 */
export function traceIdOf(uid: string): string | undefined {
  const digits = uid.replaceAll('-', '').toLowerCase();
  return /^[0-9a-f]{32}$/.test(digits) ? digits : undefined;
}

/** Returns the id of a span, which is the same for the same trace and path. */
export function spanIdOf(traceId: string, path: string): string {
  return createHash('sha256').update(`${traceId}/${path}`).digest('hex').slice(0, 16);
}

/** The path of the span of the whole Build. */
export const ROOT_PATH = 'build';
