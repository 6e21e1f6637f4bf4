import path from 'node:path';
import { makeImage } from '../../../src/registry/image.ts';
import { makeLayer } from '../../../src/registry/layer.ts';
import type { TarEntry } from '../../../src/registry/tar/tar.ts';
import { PLATFORM } from '../../cluster/images/platform.ts';
import { basicAuthorization } from '../../cluster/registry/account.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import type { BuildPaths } from './build-paths.ts';

/** The label from which the analyzer takes the layer that it extracts (lifecycle, platform/files/analyzed.go). */
const METADATA = 'io.buildpacks.lifecycle.metadata';

/** Pushes the image that the Build replaces. Its bills of materials are links, which the analyzer extracts anywhere. */
export async function pushHostilePreviousImage(app: string, paths: BuildPaths): Promise<void> {
  const layer = makeLayer(shownLinks('analyze', paths));
  const Labels = { [METADATA]: JSON.stringify({ sbom: { sha: layer.diffId } }) };
  const image = makeImage({ family: 'docker', config: { ...PLATFORM, config: { Labels } }, layers: [layer] });
  const [address, ...repository] = app.split('/');
  await pushImage(
    image,
    { url: `http://${address}`, repository: repository.join('/'), authorization: basicAuthorization() },
    'latest',
  );
}

/** Returns links to the login in place of the files that Tekton's entrypoint shows after a phase. */
export function shownLinks(phase: keyof BuildPaths['shown'], { shown, login }: BuildPaths): readonly TarEntry[] {
  return shown[phase].map((file) => ({ path: file, kind: 'symlink', target: path.join(login, 'config.json') }));
}
