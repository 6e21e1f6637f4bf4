import type { Image } from '../../../src/core/oci/image.ts';
import type { Layer } from '../../../src/core/oci/layer.ts';
import { buildImage, runImage } from './base-images.ts';
import { buildpackage } from './buildpackage.ts';
import {
  BUILD_FAILS,
  CYCLE,
  DETECT_ERRORS,
  DETECT_FAILS,
  EXHAUSTS,
  MISSING_MIXIN,
  NO_SEMVER,
  OTHER_HELLO,
  OTHER_TARGET,
  UNSUPPORTED_API,
  WRONG_STACK,
} from './failing-buildpacks.ts';
import { lifecycleImage, type LifecyclePrograms } from './lifecycle-image.ts';
import { SEARCHES } from './searching-buildpack.ts';
import { APART, ENVIRONMENT, EXTRA, hello, META, NESTED } from './working-buildpacks.ts';

/** The inputs of the universe. */
export interface UniverseParts extends LifecyclePrograms {
  /** `busyboxLayer()`, or any layer if nothing of the universe runs. */
  readonly busybox: Layer;
}

/** Returns every image that the tests' builders consist of, by name. The same inputs give the same bytes. */
export function universe({ busybox, ...programs }: UniverseParts) {
  return {
    run: runImage(busybox),
    build: buildImage(busybox),
    lifecycle: lifecycleImage(programs),
    ...workingBuildpackages(),
    ...failingBuildpackages(),
  } as const satisfies Readonly<Record<string, Image>>;
}

export type Universe = ReturnType<typeof universe>;

export type UniverseName = keyof Universe;

function workingBuildpackages() {
  return {
    'hello-1.0.0': buildpackage([hello('1.0.0')]),
    'hello-1.1.0': buildpackage([hello('1.1.0')]),
    'hello-2.0.0-rc.1': buildpackage([hello('2.0.0-rc.1')]),
    extra: buildpackage([EXTRA]),
    environment: buildpackage([ENVIRONMENT]),
    meta: buildpackage([META, hello('1.0.0'), EXTRA], 'docker'),
    nested: buildpackage([NESTED, META, hello('1.0.0'), EXTRA, ENVIRONMENT]),
    apart: buildpackage([APART]),
    searches: buildpackage([SEARCHES]),
  } as const;
}

function failingBuildpackages() {
  return {
    'detect-fails': buildpackage([DETECT_FAILS]),
    'detect-errors': buildpackage([DETECT_ERRORS]),
    'build-fails': buildpackage([BUILD_FAILS]),
    exhausts: buildpackage([EXHAUSTS]),
    'unsupported-api': buildpackage([UNSUPPORTED_API]),
    'wrong-stack': buildpackage([WRONG_STACK]),
    'missing-mixin': buildpackage([MISSING_MIXIN]),
    'other-target': buildpackage([OTHER_TARGET]),
    'no-semver': buildpackage([NO_SEMVER]),
    'other-hello-1.1.0': buildpackage([OTHER_HELLO]),
    cycle: buildpackage(CYCLE),
  } as const;
}
