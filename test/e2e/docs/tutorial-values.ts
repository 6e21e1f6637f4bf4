import type { Registry } from '../../cluster/registry/registry.ts';
import type { GitServer } from '../../cluster/sources/git-server.ts';
import type { PushedUniverse } from '../../cluster/universe/push-universe.ts';
import { STACK } from '../../cluster/universe/stack.ts';

/** Returns what a reader of the bed writes instead of the registry, images and source of `docs/tutorials/first-image.md`. */
export function tutorialValues(
  { address }: Pick<Registry, 'address'>,
  universe: PushedUniverse,
  git: Pick<GitServer, 'url'>,
): Readonly<Record<string, string>> {
  return {
    'registry.example.com/me': address,
    'registry.example.com': address,
    'io.buildpacks.stacks.jammy': STACK.id,
    'paketobuildpacks/build-jammy-base': universe.build,
    'paketobuildpacks/run-jammy-base': universe.run,
    'buildpacksio/lifecycle:0.20.12': universe.lifecycle,
    'paketobuildpacks/nodejs': universe['hello-1.1.0'],
    'https://github.com/paketo-buildpacks/samples': `${git.url}/samples.git`,
  };
}
