import type { Build } from '../api/kpack/build.ts';
import { parseImageReference } from '../model/image-reference.ts';
import { fieldError, fieldWarning, type FieldPath } from '../model/problem.ts';
import type { BuilderImage } from './builder-image.ts';
import type { Report } from './report.ts';

/** Reports what is no image reference: each becomes an argument of the lifecycle. */
export function checkImage(image: string, path: FieldPath, report: Report): void {
  if (parseImageReference(image) === undefined) report(fieldError(path, `invalid value: ${image}`));
}

/** The Build's tags, of which kpack's rules have checked the form. */
export function resolveTags(build: Build, report: Report): readonly [string, ...string[]] {
  const [first = '', ...others] = build.spec.tags;
  const registries = new Set([first, ...others].map((tag) => parseImageReference(tag)?.registry));
  if (registries.size > 1) {
    report(fieldWarning(['spec', 'tags'], 'the tags name several registries, which the lifecycle refuses'));
  }
  return [first, ...others];
}

/** The Build's own run image before the builder's. */
export function resolveRunImage(build: Build, builder: BuilderImage, report: Report): string {
  const own = build.spec.runImage?.image ?? '';
  if (own !== '') {
    checkImage(own, ['spec', 'runImage', 'image'], report);
    return own;
  }
  const { runImage = '' } = builder;
  if (parseImageReference(runImage) === undefined) {
    report(fieldError(['spec', 'runImage', 'image'], 'the builder names no run image, so the Build has to'));
  }
  return runImage;
}
