import * as z from 'zod';
import { descriptor } from './descriptor.ts';

/** What another image needs to know of the one it is built upon, so that its digest follows without a registry. */
export const imageContent = z.strictObject({
  /** As the registry serves it: a text, so that its bytes and with them its digest survive. */
  manifest: z.string().exactOptional(),
  /** As the registry serves it, for the same reason. */
  configuration: z.string().exactOptional(),
  /** The layers of the manifest, the lowest first. */
  layers: z.array(descriptor).exactOptional(),
});
