import { homedir } from 'node:os';
import path from 'node:path';

/** Returns the cache directory of the user (XDG Base Directory Specification), which the tests use too. */
export function cacheFolder() {
  const { XDG_CACHE_HOME = '' } = process.env;
  return path.join(XDG_CACHE_HOME === '' ? path.join(homedir(), '.cache') : XDG_CACHE_HOME, 'taskpack');
}
