import { COMPATIBILITY_DIFFERENCES } from './compatibility.ts';
import { CONTENT_DIFFERENCES } from './contents.ts';
import type { Difference } from './difference.ts';
import { IMAGE_DIFFERENCE } from './images.ts';
import { ROOT_DIFFERENCE } from './roots.ts';
import { VERSION_DIFFERENCES } from './versions.ts';

/** Every difference that is meant, in the order in which they are taken away: what an entry names comes first. */
export const DIFFERENCES: readonly Difference[] = [
  IMAGE_DIFFERENCE,
  ROOT_DIFFERENCE,
  ...CONTENT_DIFFERENCES,
  ...VERSION_DIFFERENCES,
  ...COMPATIBILITY_DIFFERENCES,
];
