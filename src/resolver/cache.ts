import type { Build } from '../api/kpack/build.ts';
import type { Cache } from '../model/resolved-build.ts';
import { checkImage } from './images.ts';
import { checkObjectName, type Report } from './report.ts';

/** Where layers are kept between builds; a cache without a name is none, as in kpack. */
export function resolveCache(build: Build, report: Report): Cache {
  const { cache, lastBuild } = build.spec;
  const claim = cache?.volume?.persistentVolumeClaimName ?? '';
  if (claim !== '') {
    checkObjectName(claim, ['spec', 'cache', 'volume', 'persistentVolumeClaimName'], report);
    return { kind: 'volume', claim };
  }
  const tag = cache?.registry?.tag ?? '';
  if (tag === '') return { kind: 'none' };
  checkImage(tag, ['spec', 'cache', 'registry', 'tag'], report);
  const last = lastBuild?.cache?.image ?? '';
  if (last !== '') checkImage(last, ['spec', 'lastBuild', 'cache', 'image'], report);
  return { kind: 'registry', tag, restoreFrom: last === '' ? tag : last };
}
