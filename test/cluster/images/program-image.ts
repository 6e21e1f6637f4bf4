import { readFileSync } from 'node:fs';
import { makeImage, type Image } from '../../../src/core/oci/image.ts';
import { makeLayer } from '../../../src/core/oci/layer.ts';
import { CREATED, PLATFORM } from './platform.ts';

export interface ProgramImage {
  /** The static program on this machine. */
  readonly program: string;
  /** The path in the image. Tekton expects its entrypoint at `/ko-app/entrypoint`. */
  readonly place: string;
  /** `UID:GID`. */
  readonly user: string;
}

/** An image that contains one static program only. */
export function programImage({ program, place, user }: ProgramImage): Image {
  const layer = makeLayer([{ path: place, kind: 'file', content: readFileSync(program), mode: 0o755 }], {
    parents: true,
  });
  const config = { ...PLATFORM, created: CREATED, config: { User: user, Entrypoint: [place] } };
  return makeImage({ config, layers: [layer] });
}
