import type { Image } from '../api/kpack/image.ts';
import { pushedTags } from './shared-tag.ts';

/** A tag that Images of several namespaces push to. */
export interface TagOfSeveralNamespaces {
  readonly tag: string;
  /** The first Image of each namespace by `NAMESPACE/NAME`, sorted. */
  readonly images: readonly string[];
}

/**
 * Records which Images push to which tags. The Images of a namespace with one tag form a chain: each names the Image before it, and the first one
 * names the second. So a change of one Image concerns at most two others for each of its tags, however many have the tag.
 */
export class TagHolders {
  /** The names of the Images by tag and namespace, sorted. */
  readonly #names = new Map<string, Map<string, string[]>>();
  readonly #tags = new Map<string, readonly string[]>();
  #ofSeveral = 0;

  /** Records the tags of an Image. Returns the names of the other Images of its namespace that name another Image now. */
  put({ metadata, spec }: Pick<Image, 'metadata' | 'spec'>): readonly string[] {
    return this.#set(metadata, pushedTags({ spec }));
  }

  /** Removes an Image, and returns what `put` returns. */
  remove({ metadata }: Pick<Image, 'metadata'>): readonly string[] {
    return this.#set(metadata, []);
  }

  /** Returns the Image that an Image with this tag names; `undefined` if no other Image of the namespace has the tag. */
  neighbour({ name, namespace = '' }: Image['metadata'], tag: string): string | undefined {
    const names = this.#names.get(tag)?.get(namespace) ?? [];
    const place = placeOf(names, name);
    if (names[place] !== name) return names[Math.max(0, place - 1)];
    return names[place === 0 ? 1 : place - 1];
  }

  /** Returns the number of tags that Images of several namespaces push to. */
  countOfSeveralNamespaces(): number {
    return this.#ofSeveral;
  }

  /** Returns the tags that Images of several namespaces push to. */
  tagsOfSeveralNamespaces(): readonly TagOfSeveralNamespaces[] {
    return [...this.#names].flatMap(([tag, namespaces]) => {
      if (namespaces.size < 2) return [];
      const images = [...namespaces].map(([namespace, [name = '']]) => `${namespace}/${name}`);
      return [{ tag, images: images.toSorted() }];
    });
  }

  #set({ name, namespace = '' }: Image['metadata'], next: readonly string[]): readonly string[] {
    const key = `${namespace}/${name}`;
    const previous = this.#tags.get(key) ?? [];
    if (next.length === 0) this.#tags.delete(key);
    else this.#tags.set(key, next);
    const renamed = [
      ...previous.filter((tag) => !next.includes(tag)).flatMap((tag) => this.#removeFrom(tag, namespace, name)),
      ...next.filter((tag) => !previous.includes(tag)).flatMap((tag) => this.#addTo(tag, namespace, name)),
    ];
    return [...new Set(renamed)];
  }

  #addTo(tag: string, namespace: string, name: string): readonly string[] {
    const namespaces = this.#names.get(tag) ?? new Map<string, string[]>();
    const names = namespaces.get(namespace) ?? [];
    const place = placeOf(names, name);
    names.splice(place, 0, name);
    this.#names.set(tag, namespaces);
    namespaces.set(namespace, names);
    if (names.length === 1 && namespaces.size === 2) this.#ofSeveral += 1;
    return namesAt(names, [place + 1, ...(place === 1 ? [0] : [])]);
  }

  #removeFrom(tag: string, namespace: string, name: string): readonly string[] {
    const namespaces = this.#names.get(tag);
    const names = namespaces?.get(namespace);
    if (namespaces === undefined || names === undefined) return [];
    const place = placeOf(names, name);
    names.splice(place, 1);
    if (names.length === 0) {
      namespaces.delete(namespace);
      if (namespaces.size === 1) this.#ofSeveral -= 1;
      if (namespaces.size === 0) this.#names.delete(tag);
    }
    return namesAt(names, [place, ...(place === 1 ? [0] : [])]);
  }
}

function namesAt(names: readonly string[], places: readonly number[]): readonly string[] {
  return places.map((place) => names[place]).filter((name) => name !== undefined);
}

/** Returns the first place in sorted names that is not before this name. */
function placeOf(names: readonly string[], name: string): number {
  let [low, high] = [0, names.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((names[middle] ?? '') < name) low = middle + 1;
    else high = middle;
  }
  return low;
}
