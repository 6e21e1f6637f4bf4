import type { Manifest } from '../model/manifest.ts';
import type { Inventory } from './inventory.ts';
import { nameObject } from './object-name.ts';

/** A predicate that is true of an object the first time that it is made, unless the input holds it already. */
export function onceEach(inventory: Inventory): (manifest: Manifest) => boolean {
  const seen = new Set<string>();
  return ({ apiVersion, kind, metadata }) => {
    // Others' kinds go by their version too. A Task of Tekton before v1 is what today's is made of.
    const known = inventory.get(kind, metadata.namespace, metadata.name);
    const isSame = known !== undefined && nameObject(known).apiVersion === apiVersion;
    const held = isSame || inventory.get(`${apiVersion}/${kind}`, metadata.namespace, metadata.name) !== undefined;
    const key = `${apiVersion}/${kind}/${metadata.namespace ?? ''}/${metadata.name}`;
    if (held || seen.has(key)) return false;
    seen.add(key);
    return true;
  };
}
