import type { KubeClient } from '../clients/kube/client/kube-client.ts';
import { countObjects, type CountedName, type ObjectCount } from './object-counts.ts';
import { counted } from '../core/model/counted.ts';

/** The effects on the objects that taskpack takes over from kpack. */
const EFFECTS: readonly (readonly [name: CountedName, effect: string])[] = [
  ['Image', 'built again only if something changed since the newest Build'],
  ['finished Build', 'kept; the next Builds continue the numbers'],
  ['unfinished Build', 'run by taskpack'],
  ['SourceResolver', 'polled by taskpack'],
  ['cache claim', 'mounted by the next Build of the Image'],
];

/** Counts the objects that taskpack takes over from kpack. Rejects as `countObjects` does. */
export async function kpackInventory(client: Pick<KubeClient, 'list'>): Promise<readonly ObjectCount[]> {
  return countObjects(
    client,
    EFFECTS.map(([name]) => name),
  );
}

const LET_FINISH = 'let kpack finish before you stop kpack';

/**
 * Returns one line for each kind of object that exists, with what will happen to the objects of all namespaces. `kpack` is kpack's
 * controller, if it runs.
 */
export function inventoryLines(inventory: readonly ObjectCount[], kpack: string | undefined): readonly string[] {
  return EFFECTS.flatMap(([name, effect]) => {
    const { inNamespace, elsewhere } = inventory.find((one) => one.name === name) ?? { inNamespace: 0, elsewhere: 0 };
    const count = inNamespace + elsewhere;
    const shown = name === 'unfinished Build' && kpack !== undefined ? LET_FINISH : effect;
    return count === 0 ? [] : [`${counted(count, name)}: ${shown}`];
  });
}
