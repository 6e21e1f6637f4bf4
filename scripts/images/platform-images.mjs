import path from 'node:path';
import { ROOT } from '../root.mjs';
import { builtImage } from './built-image.mjs';
import { debianBase } from './debian-base.mjs';
import { writePrograms } from './programs.mjs';
import { nodeCommand } from './run-node.mjs';
import { imageBoms } from './sboms.mjs';

/** The published images. */
export const IMAGE_NAMES = ['steps', 'entrypoint'];

/** Returns Debian's base with a Node, which this machine can run to write compile caches. */
export function nodeBase(architecture, node) {
  const base = debianBase(architecture, node);
  const folder = path.join(ROOT, `dist/images/linux-${architecture}/libraries`);
  return { ...base, node: nodeCommand(architecture, node, base.content, folder) };
}

/**
 * Builds the images of an architecture. Also returns their bills of materials with that of the npm package, and the folders of the
 * packages that are bundled into the command. `base` is the image of FROM.
 */
export async function platformImages({ architecture, version, base }) {
  const bundled = await writePrograms(architecture, base.node);
  const images = [];
  for (const name of IMAGE_NAMES)
    images.push({ name, image: await builtImage(name, { architecture, version, base: async () => base }) });
  const programs = path.join(ROOT, `dist/images/linux-${architecture}/taskpack/bin`);
  return { images, boms: imageBoms(images, { version, bundled, base: base.packages, programs }) };
}
