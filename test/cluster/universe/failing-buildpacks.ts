import type { ComponentBuildpack, MetaBuildpack } from './buildpack-source.ts';
import { STACK } from './stack.ts';
import { hello } from './working-buildpacks.ts';

export const DETECT_FAILS = failing('test/detect-fails', { detect: 'exit 100' });

export const DETECT_ERRORS = failing('test/detect-errors', { detect: "echo 'no disk to look at' >&2; exit 1" });

export const BUILD_FAILS = failing('test/build-fails', { build: "echo 'the compiler is missing' >&2; exit 7" });

/** Allocates a gigabyte, so a lower memory limit kills it. busybox has no power function. */
export const EXHAUSTS = failing('test/exhausts', {
  build: `awk 'BEGIN { s = "0123456789abcdef"; while (length(s) < 1073741824) s = s s }'`,
});

export const UNSUPPORTED_API = failing('test/unsupported-api', { api: '0.99' });

export const WRONG_STACK = failing('test/wrong-stack', { stacks: [{ id: 'io.test.stacks.other' }] });

export const MISSING_MIXIN = failing('test/missing-mixin', { stacks: [{ id: STACK.id, mixins: ['compiler'] }] });

/** From Platform API 0.12 on, the lifecycle reads targets with every Buildpack API (phase/detector.go). */
export const OTHER_TARGET = failing('test/other-target', { targets: [{ os: 'linux', arch: 'mips64' }] });

/** Its version is not a semantic version. */
export const NO_SEMVER = failing('test/no-semver', { version: 'latest' });

/** A different buildpack with the same name and version. */
export const OTHER_HELLO: ComponentBuildpack = { ...hello('1.1.0'), build: 'exit 0' };

/** Two meta-buildpacks that contain each other. */
export const CYCLE = [circular('test/cycle-a', 'test/cycle-b'), circular('test/cycle-b', 'test/cycle-a')] as const;

/** A buildpack that succeeds except in the overridden parts. */
function failing(id: string, how: Partial<ComponentBuildpack>): ComponentBuildpack {
  return { kind: 'component', id, version: '1.0.0', detect: 'exit 0', build: 'exit 0', ...how };
}

function circular(id: string, child: string): MetaBuildpack {
  return { kind: 'meta', id, version: '1.0.0', order: [{ group: [{ id: child, version: '1.0.0' }] }] };
}
