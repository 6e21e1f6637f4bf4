import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { imageArchive, type NamedImage } from '../../../src/clients/registry/image-layout.ts';
import { busyboxImage } from '../images/busybox-image.ts';
import { PAUSE_IMAGE, pauseImage } from '../images/pause-image.ts';
import { programImage } from '../images/program-image.ts';
import type { TektonImages } from '../tekton/processes.ts';

/** A shell and the usual commands. */
export const BUSYBOX_IMAGE = 'localhost/busybox:1';

export const TEKTON_IMAGES: TektonImages = {
  entrypoint: 'localhost/tekton/entrypoint:1',
  nop: 'localhost/tekton/nop:1',
  sidecarLogResults: 'localhost/tekton/sidecarlogresults:1',
  workingDirInit: 'localhost/tekton/workingdirinit:1',
  shell: BUSYBOX_IMAGE,
};

/** The programs of a node's images. */
export interface ImagePrograms {
  readonly pause: string;
  readonly 'tekton-entrypoint': string;
  readonly 'tekton-nop': string;
  readonly 'tekton-sidecarlogresults': string;
  readonly 'tekton-workingdirinit': string;
}

/** Writes the images that a node needs at its start, as one archive. */
export function writeNodeImages(programs: ImagePrograms, folder: string): string {
  const archive = path.join(folder, 'images.tar');
  writeFileSync(
    archive,
    imageArchive([
      { name: PAUSE_IMAGE, image: pauseImage(programs.pause) },
      { name: BUSYBOX_IMAGE, image: busyboxImage() },
      tektonImage(TEKTON_IMAGES.entrypoint, programs['tekton-entrypoint'], 'entrypoint'),
      tektonImage(TEKTON_IMAGES.nop, programs['tekton-nop'], 'nop'),
      tektonImage(TEKTON_IMAGES.sidecarLogResults, programs['tekton-sidecarlogresults'], 'sidecarlogresults'),
      tektonImage(TEKTON_IMAGES.workingDirInit, programs['tekton-workingdirinit'], 'workingdirinit'),
    ]),
  );
  return archive;
}

/** The image has the form of Tekton's releases, which ko builds: the program's path is the command. */
function tektonImage(name: string, program: string, command: string): NamedImage {
  return { name, image: programImage({ program, place: `/ko-app/${command}`, user: '65532:65532' }) };
}
