import { parseImageReference } from './image-reference.ts';

/** A mirror of a registry, for pulls. */
export interface RegistryMirror {
  readonly registry: string;
  /** `host[:port][/path]`, without a scheme. */
  readonly mirror: string;
}

/** Parses `registry=mirror`, such as `docker.io=mirror.example.com/hub`. Returns `undefined` if the text is invalid. */
export function parseRegistryMirror(text: string): RegistryMirror | undefined {
  const [name = '', mirror = '', ...rest] = text.split('=');
  // Parsing an image gives all names of Docker Hub the same registry.
  const registry = parseImageReference(`${name}/any/image`)?.registry;
  const isMirror = parseImageReference(`${mirror}/any`)?.registry === mirror.split('/', 1)[0];
  return registry === undefined || !isMirror || rest.length > 0 ? undefined : { registry, mirror };
}

/** Returns the mirrors by registry, with one more mirror appended. Clients try the mirrors of a registry in order. */
export function withMirror(
  mirrors: Readonly<Record<string, readonly string[]>>,
  { registry, mirror }: RegistryMirror,
): Readonly<Record<string, readonly string[]>> {
  const own = Object.hasOwn(mirrors, registry) ? (mirrors[registry] ?? []) : [];
  return { ...mirrors, [registry]: [...own, mirror] };
}
