import type { ImageReference } from '../../../core/model/image-reference.ts';
import type { Repository } from './credentials/keychain.ts';
import { withoutTrailing } from '../../../core/model/trailing.ts';

/** The mirrors of each registry, the preferred one first: `host[:port][/path]` without a scheme. */
export type Mirrors = Readonly<Record<string, readonly string[]>>;

/** Returns the places to read an image or repository from, in order: the mirrors of the registry, then the registry. */
export function sourcesOf<T extends Repository | ImageReference>(place: T, mirrors: Mirrors): readonly T[] {
  const own = Object.hasOwn(mirrors, place.registry) ? (mirrors[place.registry] ?? []) : [];
  const copies = own.map((mirror) => {
    const [registry = '', ...path] = withoutTrailing(mirror, '/').split('/');
    return { ...place, registry, repository: [...path, place.repository].join('/') };
  });
  return [...copies, place];
}

/** Runs the work for each place until it succeeds. The error of a mirror is dropped while another place remains. */
export async function firstSuccess<T extends Repository, R>(
  places: readonly T[],
  signal: AbortSignal | undefined,
  work: (place: T) => Promise<R>,
): Promise<R> {
  const [place, ...others] = places;
  if (place === undefined) throw new Error('no place to read from');
  if (others.length === 0) return work(place);
  return work(place).catch(async () => {
    signal?.throwIfAborted();
    return firstSuccess(others, signal, work);
  });
}
