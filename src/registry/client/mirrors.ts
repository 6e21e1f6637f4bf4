import type { ImageReference } from '../../model/image-reference.ts';
import type { Repository } from './keychain.ts';

/** By registry, where its images may be had too, best first: `host[:port][/path]`, without a scheme. */
export type Mirrors = Readonly<Record<string, readonly string[]>>;

/** Where an image or repository is read, in order: the mirrors of its registry, then the registry. */
export function placesOf<T extends Repository | ImageReference>(place: T, mirrors: Mirrors): readonly T[] {
  const own = Object.hasOwn(mirrors, place.registry) ? (mirrors[place.registry] ?? []) : [];
  const copies = own.map((mirror) => {
    const [registry = '', ...path] = mirror.replace(/\/+$/, '').split('/');
    return { ...place, registry, repository: [...path, place.repository].join('/') };
  });
  return [...copies, place];
}

/** The first place that works; what a mirror fails with is of no interest while another may do. */
export async function firstThatWorks<T extends Repository, R>(
  places: readonly T[],
  signal: AbortSignal | undefined,
  work: (place: T) => Promise<R>,
): Promise<R> {
  const [place, ...others] = places;
  if (place === undefined) throw new Error('no place to read from');
  if (others.length === 0) return work(place);
  return work(place).catch(async () => {
    signal?.throwIfAborted();
    return firstThatWorks(others, signal, work);
  });
}
