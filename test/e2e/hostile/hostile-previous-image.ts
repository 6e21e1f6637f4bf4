import path from 'node:path';
import { makeImage } from '../../../src/core/oci/image.ts';
import { makeLayer } from '../../../src/core/oci/layer.ts';
import type { TarEntry } from '../../../src/core/oci/tar.ts';
import { PLATFORM } from '../../cluster/images/platform.ts';
import { basicAuthorization } from '../../cluster/registry/account.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import type { BuildPaths } from './build-paths.ts';
import type { Attack } from './hostile-application.ts';
import { slowLayer } from './slow-layer.ts';

/** The label from which the analyzer takes the layer that it extracts (lifecycle, platform/files/analyzed.go). */
const METADATA = 'io.buildpacks.lifecycle.metadata';

/** Pushes the image that the Build replaces, if an attack needs one. The analyzer extracts its bills of materials anywhere. */
export async function pushHostilePreviousImage(
  app: string,
  attacks: readonly Attack[],
  paths: BuildPaths,
): Promise<void> {
  const layer = hostileBills(attacks, paths);
  if (layer === undefined) return;
  const Labels = { [METADATA]: JSON.stringify({ sbom: { sha: layer.diffId } }) };
  const image = makeImage({ family: 'docker', config: { ...PLATFORM, config: { Labels } }, layers: [layer] });
  const [address, ...repository] = app.split('/');
  await pushImage(
    image,
    { url: `http://${address}`, repository: repository.join('/'), authorization: basicAuthorization() },
    'latest',
  );
}

function hostileBills(attacks: readonly Attack[], paths: BuildPaths): ReturnType<typeof slowLayer> | undefined {
  if (attacks.includes('early-by-the-previous-image')) return slowLayer([forgedMark('analyze', paths)]);
  return attacks.includes('shown-by-the-previous-image') ? makeLayer(shownLinks('analyze', paths)) : undefined;
}

/** Returns the file that lets the step after a phase start. */
export function forgedMark(phase: keyof BuildPaths['marks'], { marks }: BuildPaths): TarEntry {
  return { path: marks[phase], kind: 'file', content: '' };
}

/** Returns links to the login in place of the files that Tekton's entrypoint shows after a phase. */
export function shownLinks(phase: keyof BuildPaths['shown'], { shown, login }: BuildPaths): readonly TarEntry[] {
  return shown[phase].map((file) => ({ path: file, kind: 'symlink', target: path.join(login, 'config.json') }));
}
