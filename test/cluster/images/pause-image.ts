import type { Image } from '../../../src/core/oci/image.ts';
import { programImage } from './program-image.ts';

/** The name in containerd's configuration. */
export const PAUSE_IMAGE = 'localhost/pause:1';

/** The image of the container that holds a Pod's namespaces. Its program is the bed's `pause`. */
export function pauseImage(program: string): Image {
  return programImage({ program, place: '/pause', user: '65535:65535' });
}
