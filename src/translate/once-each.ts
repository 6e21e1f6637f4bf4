import type { Manifest } from '../model/manifest.ts';
import type { Inventory } from './inventory.ts';

/** A predicate that is true of an object the first time that it is made, unless the input holds it already. */
export function onceEach(inventory: Inventory): (manifest: Manifest) => boolean {
  const seen = new Set<string>();
  return ({ apiVersion, kind, metadata }) => {
    // Others' kinds go by their version too.
    const held =
      inventory.get(kind, metadata.namespace, metadata.name) ??
      inventory.get(`${apiVersion}/${kind}`, metadata.namespace, metadata.name);
    const key = `${apiVersion}/${kind}/${metadata.namespace ?? ''}/${metadata.name}`;
    if (held !== undefined || seen.has(key)) return false;
    seen.add(key);
    return true;
  };
}
