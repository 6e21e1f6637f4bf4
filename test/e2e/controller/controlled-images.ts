import { pushImage } from '../../cluster/registry/push-image.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import { publish, type StandIn } from '../layouts/stand-in-build.ts';
import type { Scripts, StandInPrograms } from '../layouts/stand-in-images.ts';
import { applicationImage } from './application-image.ts';

/** Images for Builds whose phases are scripts, and the application image that such a Build reports. */
export interface ControlledImages extends StandIn {
  readonly application: { readonly tag: string; readonly digest: string };
}

/**
 * Pushes the images to a registry. Each script runs in the phase of its name; completion reports as taskpack's does.
 */
export async function publishControlled(
  registry: Registry,
  programs: StandInPrograms,
  scripts: Scripts = {},
): Promise<ControlledImages> {
  const digest = await pushImage(applicationImage(), { url: registry.url, repository: 'app' }, 'latest');
  const tag = `${registry.address}/app`;
  const standIn = await publish(registry, programs, { completion: completion(tag, digest), ...scripts });
  return { ...standIn, application: { tag, digest } };
}

/** Returns a script that writes each result to its own file for Tekton, and all results as JSON for a Pod. */
function completion(tag: string, digest: string): string {
  const outcome = JSON.stringify({ IMAGE_URL: tag, IMAGE_DIGEST: digest });
  return `for argument in "$@"; do case $argument in
  -outcome=*) printf '%s' '${outcome}' > "\${argument#*=}";;
  -image-url=*) printf '%s' '${tag}' > "\${argument#*=}";;
  -image-digest=*) printf '%s' '${digest}' > "\${argument#*=}";;
esac; done`;
}
