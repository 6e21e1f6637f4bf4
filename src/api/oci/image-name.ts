import * as z from 'zod';
import { parseImageReference } from '../../model/image-reference.ts';

/** An image as people write it: by tag, by digest or by neither. */
export const imageName = z.string().refine((text) => parseImageReference(text) !== undefined);

/** An image by digest, as statuses tell what was looked at. */
export const pinnedImageName = z.string().refine((text) => parseImageReference(text)?.digest !== undefined);
