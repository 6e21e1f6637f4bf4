import type { Image } from '../../../src/core/oci/image.ts';
import { makeBundle } from '../../../src/clients/tekton-bundle/tekton-bundle.ts';
import type { Manifest } from '../../../src/core/model/kubernetes-object.ts';

/** A minimal Task. */
export const TASK: Manifest = {
  apiVersion: 'tekton.dev/v1',
  kind: 'Task',
  metadata: { name: 'nothing' },
  spec: { steps: [{ name: 'nothing', image: 'example.com/nothing', command: ['/nothing'] }] },
};

/** The Task as a bundle. */
export function someBundle(): Image {
  const bundle = makeBundle([TASK]);
  if (bundle.kind === 'problems') throw new Error(bundle.messages.join('\n'));
  return bundle.image;
}
