import { VERSION } from '../../src/settings/version.ts';
import { runImages } from './images-command.ts';

/** The images of taskpack's own steps, by the names of their settings. */
export type OwnImages = Readonly<Record<'STEPS_IMAGE' | 'ENTRYPOINT_IMAGE', string>>;

/** The registries that have the images. Every build produces the same images. */
const pushed = new WeakMap<object, Promise<unknown>>();

/** Builds and pushes the images unless the registry has them. */
export async function pushOwnImages(registry: { readonly address: string }): Promise<OwnImages> {
  const { address } = registry;
  const pushing = pushed.get(registry) ?? runImages('--push', address);
  pushed.set(registry, pushing);
  await pushing;
  return { STEPS_IMAGE: `${address}/steps:${VERSION}`, ENTRYPOINT_IMAGE: `${address}/entrypoint:${VERSION}` };
}
