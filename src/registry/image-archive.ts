import { imageLayout, type NamedImage } from './image-layout.ts';
import { withParents } from './tar/parents.ts';
import { tar } from './tar/tar.ts';

/** An image layout as one tar, which `ctr images import` takes, and skopeo as `oci-archive:`. */
export function imageArchive(images: readonly NamedImage[]): Uint8Array {
  return tar(withParents(imageLayout(images).map(({ path, content }) => ({ path, kind: 'file', content }))));
}
