import path from 'node:path';
import type { CredentialInputs, SourceInputs } from '../../../core/model/build-inputs.ts';
import { unpack } from '../archive/unpack.ts';
import type { Scratch } from '../source/workspace.ts';
import type { Fetched } from '../source/fetched.ts';
import { publicBlobUrl } from '../../../core/model/public-url.ts';
import type { FetchDependencies } from '../dependencies.ts';
import { readBlobAddress } from './blob-address.ts';
import { blobCredentials } from './credentials.ts';
import { download } from './download.ts';

type BlobSource = Extract<SourceInputs, { kind: 'blob' }>;

/** Downloads an archive and unpacks it. Rejects with `PrepareError`. */
export async function fetchBlob(
  dependencies: FetchDependencies,
  source: BlobSource,
  credentials: CredentialInputs,
  scratch: Scratch,
): Promise<Fetched> {
  const url = readBlobAddress(source.url);
  const sent = await blobCredentials(source, url, credentials, dependencies);
  const shown = `${url.host}${url.pathname}`;
  dependencies.log(`Downloading ${shown}...`);
  const target = path.join(scratch.downloads, 'blob');
  const blob = { url, credentials: sent, version: source.version };
  const { file, sha256: sha256sum } = await download(dependencies, blob, target);
  const { limits, signal } = dependencies;
  await unpack(file, scratch.source, { stripComponents: source.stripComponents, limits, signal });
  dependencies.log(`Successfully downloaded ${shown}, SHA-256 ${sha256sum}`);
  return { type: 'blob', metadata: { url: publicBlobUrl(url, source.url) }, version: { sha256sum } };
}
