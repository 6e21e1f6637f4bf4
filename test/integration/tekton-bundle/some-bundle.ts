import type { Image } from '../../../src/registry/image.ts';
import { makeBundle } from '../../../src/tekton-bundle/make-bundle.ts';
import type { Manifest } from '../../../src/model/manifest.ts';

/** A Task that needs nothing. */
export const TASK: Manifest = {
  apiVersion: 'tekton.dev/v1',
  kind: 'Task',
  metadata: { name: 'nothing' },
  spec: { steps: [{ name: 'nothing', image: 'example.com/nothing', command: ['/nothing'] }] },
};

/** It alone, as a bundle. */
export function someBundle(): Image {
  const bundle = makeBundle([TASK]);
  if (bundle.kind === 'mistakes') throw new Error(bundle.messages.join('\n'));
  return bundle.image;
}
