import { InvalidArgumentError } from 'commander';
import { parseImageReference } from '../../model/image-reference.ts';
import type { Mirrors } from '../../registry/client/mirrors.ts';

/** `docker.io=mirror.example.com/hub`, added to those before it: of one registry, the first is asked first. */
export function mirrorValue(text: string, before: Mirrors = {}): Mirrors {
  const [name = '', mirror = '', ...rest] = text.split('=');
  // Whatever Docker Hub is called, it has one name.
  const registry = parseImageReference(`${name}/any/image`)?.registry;
  const isMirror = parseImageReference(`${mirror}/any`)?.registry === mirror.split('/', 1)[0];
  if (registry === undefined || !isMirror || rest.length > 0) {
    throw new InvalidArgumentError('It must be REGISTRY=MIRROR, as docker.io=mirror.example.com/hub.');
  }
  const own = Object.hasOwn(before, registry) ? (before[registry] ?? []) : [];
  return { ...before, [registry]: [...own, mirror] };
}
