import { COMPATIBILITY_DIFFERENCES } from './compatibility.ts';
import { CONTENT_DIFFERENCES } from './contents.ts';
import type { Difference } from './difference.ts';
import { IMAGE_DIFFERENCE } from './images.ts';
import { ROOT_DIFFERENCE } from './roots.ts';
import { VERSION_DIFFERENCES } from './versions.ts';

/** All intended differences, in the order in which they are removed: references of entries first. */
export const DIFFERENCES: readonly Difference[] = [
  IMAGE_DIFFERENCE,
  ROOT_DIFFERENCE,
  ...CONTENT_DIFFERENCES,
  ...VERSION_DIFFERENCES,
  ...COMPATIBILITY_DIFFERENCES,
];
