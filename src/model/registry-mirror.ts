import { parseImageReference } from './image-reference.ts';

/** Another place to read a registry's images from. */
export interface RegistryMirror {
  readonly registry: string;
  /** `host[:port][/path]`, without a scheme. */
  readonly mirror: string;
}

/** Reads `docker.io=mirror.example.com/hub`; `undefined` if it is none. */
export function parseRegistryMirror(text: string): RegistryMirror | undefined {
  const [name = '', mirror = '', ...rest] = text.split('=');
  // Whatever Docker Hub is called, it has one name.
  const registry = parseImageReference(`${name}/any/image`)?.registry;
  const isMirror = parseImageReference(`${mirror}/any`)?.registry === mirror.split('/', 1)[0];
  return registry === undefined || !isMirror || rest.length > 0 ? undefined : { registry, mirror };
}

/** Mirrors by registry, with one more: of one registry, the first is asked first. */
export function withMirror(
  mirrors: Readonly<Record<string, readonly string[]>>,
  { registry, mirror }: RegistryMirror,
): Readonly<Record<string, readonly string[]>> {
  const own = Object.hasOwn(mirrors, registry) ? (mirrors[registry] ?? []) : [];
  return { ...mirrors, [registry]: [...own, mirror] };
}
