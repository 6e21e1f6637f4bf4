import { installation } from '../../install/installation.ts';
import type { TaskpackImages } from '../../core/model/build-policy.ts';
import type { Settings } from '../../core/settings/settings.ts';
import { VERSION } from '../../core/settings/version.ts';
import { unreleasedImages, warnOfUnreleased } from '../default-images.ts';
import type { ClusterFlags } from '../options.ts';
import { jsonTexts, yamlTexts } from '../output.ts';
import { settingsOf } from '../settings-of.ts';
import { writeTexts, type Terminal } from '../terminal.ts';

/** The parsed options of `taskpack install`. */
export interface InstallFlags extends ClusterFlags {
  readonly output: 'yaml' | 'json';
  readonly imageRegistry?: string;
  readonly stepsImage?: string;
  readonly entrypointImage?: string;
  readonly check?: true;
}

/** Runs `taskpack install`. */
export async function runInstall(flags: InstallFlags, terminal: Terminal): Promise<void> {
  // Only --check needs the Kubernetes client.
  if (flags.check === true) return (await import('./check-cluster.ts')).checkCluster(flags, terminal);
  const manifests = installation(installedImages(flags, settingsOf(terminal)));
  const images = unreleasedImages(flags, terminal.environment);
  warnOfUnreleased(images, terminal.errors, { option: '--image-registry REGISTRY' });
  await writeTexts(terminal.output, flags.output === 'yaml' ? yamlTexts(manifests) : jsonTexts(manifests));
}

/** Returns the images of the command line, or else those of the environment. */
export function installedImages(
  {
    imageRegistry,
    stepsImage,
    entrypointImage,
  }: Pick<InstallFlags, 'imageRegistry' | 'stepsImage' | 'entrypointImage'>,
  settings: Pick<Settings, 'images'>,
): TaskpackImages {
  const placed = (name: string): string | undefined =>
    imageRegistry === undefined ? undefined : `${imageRegistry}/${name}:${VERSION}`;
  return {
    steps: stepsImage ?? placed('steps') ?? settings.images.steps,
    entrypoint: entrypointImage ?? placed('entrypoint') ?? settings.images.entrypoint,
  };
}
