import { InvalidArgumentError } from 'commander';
import { parseRegistryMirror, withMirror } from '../../model/registry-mirror.ts';
import type { Mirrors } from '../../registry/client/mirrors.ts';

/** `docker.io=mirror.example.com/hub`, added to those before it: of one registry, the first is asked first. */
export function mirrorValue(text: string, before: Mirrors = {}): Mirrors {
  const mirror = parseRegistryMirror(text);
  if (mirror === undefined) {
    throw new InvalidArgumentError('It must be REGISTRY=MIRROR, as docker.io=mirror.example.com/hub.');
  }
  return withMirror(before, mirror);
}
