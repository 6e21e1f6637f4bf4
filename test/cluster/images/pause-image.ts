import type { Image } from '../../../src/registry/image.ts';
import { programImage } from './program-image.ts';

/** The name under which containerd is told to find it. */
export const PAUSE_IMAGE = 'localhost/pause:1';

/** The image of what holds a pod's namespaces; the program is the bed's `pause`. */
export function pauseImage(program: string): Image {
  return programImage({ program, place: '/pause', user: '65535:65535' });
}
