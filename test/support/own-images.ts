import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { VERSION } from '../../src/core/settings/version.ts';
import { ROOT } from './command.ts';
import { runImages } from './images-command.ts';

/** The images of taskpack's own steps, by the names of their settings. */
export type OwnImages = Readonly<Record<'STEPS_IMAGE' | 'ENTRYPOINT_IMAGE', string>>;

interface PushedRegistry {
  /** `host:port`, as image references begin. */
  readonly address: string;
  readonly url: string;
}

/** The files and folders that go into the images. */
const SOURCES = [
  'src',
  'translators',
  'scripts',
  'images',
  'fallback-entrypoint',
  'export-guard',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
/** A file for each registry, with the state of the sources from which its images were built. */
const PUSHED = path.join(ROOT, 'dist/images/pushed');

/** The registries that this process has asked about. */
const pushed = new WeakMap<PushedRegistry, Promise<void>>();

/** Builds and pushes the images unless the registry has those of the current sources, perhaps from another process. */
export async function pushOwnImages(registry: PushedRegistry): Promise<OwnImages> {
  const pushing = pushed.get(registry) ?? push(registry);
  pushed.set(registry, pushing);
  await pushing;
  const { address } = registry;
  return { STEPS_IMAGE: `${address}/steps:${VERSION}`, ENTRYPOINT_IMAGE: `${address}/entrypoint:${VERSION}` };
}

async function push({ address, url }: PushedRegistry): Promise<void> {
  const { stateOf } = (await import(path.join(ROOT, 'scripts/testing/unchanged.mjs'))) as {
    readonly stateOf: (root: string, places: readonly string[]) => string;
  };
  const record = path.join(PUSHED, address);
  const state = stateOf(ROOT, SOURCES);
  if (recordedState(record) === state && (await hasImages(url))) return;
  await runImages('--push', address);
  mkdirSync(PUSHED, { recursive: true });
  writeFileSync(record, state);
}

function recordedState(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** A registry of an earlier run can have had the same address. */
async function hasImages(url: string): Promise<boolean> {
  const accept = 'application/vnd.oci.image.manifest.v1+json';
  const answers = ['steps', 'entrypoint'].map(async (name) =>
    fetch(`${url}/v2/${name}/manifests/${VERSION}`, { method: 'HEAD', headers: { accept } }),
  );
  return (await Promise.all(answers)).every(({ ok }) => ok);
}
