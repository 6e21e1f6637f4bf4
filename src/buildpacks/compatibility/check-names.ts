import type { Buildpack } from '../buildpack.ts';
import type { Refuse } from '../refuse.ts';

const ID = /^[A-Za-z0-9./-]+$/;

/** Wider than semver: kpack takes a version that is none where it is asked for by its text. */
const VERSION = /^[A-Za-z0-9._+-]+$/;

const PARENTS = ['.', '..'];

/**
 * Whether a buildpack's directory in the builder is its own, `/cnb/buildpacks/ID/VERSION` with `_` for `/` (platform
 * specification): strangers choose both names. Ids are as the buildpack specification has them.
 */
export function checkNames({ id, version }: Pick<Buildpack, 'id' | 'version'>, refuse: Refuse): void {
  if (!ID.test(id) || PARENTS.includes(id)) refuse("its id must be a name of letters, digits, '.', '/' and '-'");
  if (!VERSION.test(version) || PARENTS.includes(version)) {
    refuse("its version must be a name of letters, digits, '.', '_', '+' and '-'");
  }
}
