import type { Refuse } from './refuse.ts';

/** One entry of a group as a Builder's `spec.order` has it; empty fields are missing ones. */
export interface OrderEntry {
  readonly id?: string;
  readonly version?: string;
  readonly optional?: boolean;
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly image?: string;
}

/** What an entry names: an id anywhere, or the root or an id inside of one resource or image. */
export type Reference =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'Buildpack'; readonly name: string; readonly namespace?: string; readonly id?: string }
  | { readonly kind: 'ClusterBuildpack'; readonly name: string; readonly id?: string }
  | { readonly kind: 'image'; readonly image: string; readonly id?: string };

/** Reads an entry by kpack's rules (buildpack_resolver.go, resolve); only for an image does it have none. */
export function readReference(entry: OrderEntry, refuse: Refuse): Reference | undefined {
  const { kind, name = '', id, image, namespace } = entry;
  const inside = isGiven(id) ? { id } : {};
  if (kind === 'Buildpack') return { kind, name, ...(isGiven(namespace) && { namespace }), ...inside };
  if (kind === 'ClusterBuildpack') return { kind, name, ...inside };
  if (isGiven(kind)) return refuse('kind must be either Buildpack or ClusterBuildpack');
  if (isGiven(image)) return { kind: 'image', image, ...inside };
  if (isGiven(id)) return { kind: 'id', id };
  return refuse('invalid buildpack reference');
}

function isGiven(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}
