import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { imageArchive } from '../../../src/clients/registry/image-layout.ts';
import { makeImage, type Image } from '../../../src/core/oci/image.ts';
import { makeLayer } from '../../../src/core/oci/layer.ts';
import { busyboxLayer } from '../images/busybox-image.ts';
import { CREATED, PLATFORM } from '../images/platform.ts';

/** The images of kpack's steps, by the controller's environment variable for each. */
export const KPACK_IMAGES = {
  BUILD_INIT_IMAGE: 'localhost/kpack/build-init:1',
  BUILD_WAITER_IMAGE: 'localhost/kpack/build-waiter:1',
  COMPLETION_IMAGE: 'localhost/kpack/completion:1',
  REBASE_IMAGE: 'localhost/kpack/rebase:1',
} as const;

/** The programs in the images. */
export const KPACK_STEPS = ['kpack-build-init', 'kpack-build-waiter', 'kpack-completion', 'kpack-rebase'] as const;

type StepPrograms = Readonly<Record<(typeof KPACK_STEPS)[number], string>>;

/** Writes the images as one archive for a node. */
export function writeKpackImages(programs: StepPrograms, folder: string): string {
  const archive = path.join(folder, 'kpack-images.tar');
  writeFileSync(
    archive,
    imageArchive([
      { name: KPACK_IMAGES.BUILD_INIT_IMAGE, image: stepImage('build-init', programs['kpack-build-init']) },
      { name: KPACK_IMAGES.BUILD_WAITER_IMAGE, image: stepImage('build-waiter', programs['kpack-build-waiter']) },
      { name: KPACK_IMAGES.COMPLETION_IMAGE, image: stepImage('completion', programs['kpack-completion']) },
      { name: KPACK_IMAGES.REBASE_IMAGE, image: stepImage('rebase', programs['kpack-rebase']) },
    ]),
  );
  return archive;
}

/**
 * An image with the step's program at the path that kpack's Pods use, and a writable `/tmp`. As in kpack's release, its user is not
 * root: the Pod of a rebase names no other.
 */
function stepImage(name: string, program: string): Image {
  const place = `/cnb/process/${name}`;
  const layer = makeLayer([{ path: place, kind: 'file', content: readFileSync(program), mode: 0o755 }], {
    parents: true,
  });
  const config = {
    ...PLATFORM,
    created: CREATED,
    config: { User: '1000:1000', Env: ['PATH=/bin'], Entrypoint: [place] },
  };
  return makeImage({ config, layers: [busyboxLayer(), layer] });
}
