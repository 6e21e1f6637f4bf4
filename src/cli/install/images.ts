import type { InstalledImages } from '../../install/manifests/manifest.ts';
import type { Settings } from '../../settings/settings.ts';
import { VERSION } from '../../settings/version.ts';
import type { InstallFlags } from './flags.ts';

/** The images that are asked for on the command line, over those of the environment. */
export function installedImages(
  {
    imageRegistry,
    stepsImage,
    entrypointImage,
  }: Pick<InstallFlags, 'imageRegistry' | 'stepsImage' | 'entrypointImage'>,
  settings: Pick<Settings, 'stepsImage' | 'entrypointImage'>,
): InstalledImages {
  const placed = (name: string): string | undefined =>
    imageRegistry === undefined ? undefined : `${imageRegistry}/${name}:${VERSION}`;
  return {
    steps: stepsImage ?? placed('steps') ?? settings.stepsImage,
    entrypoint: entrypointImage ?? placed('entrypoint') ?? settings.entrypointImage,
  };
}
