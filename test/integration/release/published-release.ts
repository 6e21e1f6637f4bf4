import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  assembleRelease,
  withSignature,
  type Release,
  type ReleaseInputs,
} from '../../../scripts/release/assemble-release.mjs';
import { pushRelease } from '../../../scripts/release/push-release.mjs';
import { cloneOf, readState } from '../../../scripts/release/release-state.mjs';
import { signImages } from '../../../scripts/release/signatures.mjs';
import { contentSigner } from '../../../scripts/signing.mjs';
import type { RegistryClient } from '../../../src/clients/registry/client/registry-client.ts';
import { smallInputs } from '../../support/small-release.ts';

/** A key in PEM, without a password. */
export interface ReleaseKey {
  readonly privateKey: string;
  readonly publicKey: string;
}

export function releaseKey(): ReleaseKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}

/** Makes a small release of this clone, pushes it to `place`, a path of a registry, and signs it. */
export async function publishedRelease(
  client: RegistryClient,
  place: string,
  { privateKey: key }: ReleaseKey,
  change = (inputs: ReleaseInputs): ReleaseInputs => inputs,
): Promise<Release> {
  const inputs = change({ ...smallInputs(place), ...cloneOf(readState()) });
  const release = withSignature(assembleRelease(inputs), await contentSigner({ key }));
  await pushRelease(client, release);
  await signImages(client, release, { key });
  return release;
}

/** Writes the files of a release into a folder, which need not exist. */
export function writeRelease(folder: string, { files }: Release): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of files) writeFileSync(path.join(folder, name), content);
}
