import { canonicalName, type ImageReference } from '../../../../core/model/image-reference.ts';
import type { Json } from '../../../../core/model/json.ts';
import { fields, items, list, number, text, textMap } from '../../../../core/model/objects/reader.ts';
import { isDigest } from '../../../../core/oci/digest.ts';
import { MEDIA_TYPES } from '../../../../core/oci/media-types.ts';
import type { Repository } from '../credentials/keychain.ts';
import { sendRequest, type Connection } from '../registry-request.ts';
import { RegistryError, type RegistryErrorCode } from '../registry-error.ts';
import type { RegistryResponse } from '../transport/http-request.ts';
import { parseDocument, readDocument } from '../transport/json-document.ts';
import { pullManifest, type PulledManifest } from './pull-manifest.ts';

/** An image or index, and the repository of the manifests that refer to it. */
export type ReferredImage = Repository & { readonly digest: string };

/** A manifest that refers to an image or index, as a list of referrers describes it. */
export interface Referrer {
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
  readonly artifactType?: string;
  readonly annotations: Readonly<Record<string, string>>;
}

const asReferrers = list(fields({ digest: text, size: number, artifactType: text, annotations: textMap }));

/**
 * Returns the manifests that refer to an image, from the referrers API or else from the referrers tag (OCI distribution specification,
 * "Listing Referrers"). Leaves out entries without a sha256 digest.
 */
export async function listReferrers(connection: Connection, subject: ReferredImage): Promise<readonly Referrer[]> {
  const served = await servedReferrers(connection, subject);
  const entries = served ?? items((await pullReferrersTag(connection, subject))?.json['manifests']);
  return asReferrers(entries).flatMap(({ digest, size = 0, artifactType, annotations }) =>
    isDigest(digest)
      ? [{ digest, size, ...(artifactType !== undefined && { artifactType }), annotations: annotations.all() }]
      : [],
  );
}

/** Returns the tag of the list of referrers (OCI distribution specification, "Referrers Tag Schema"). */
export function referrersTag({ registry, repository, digest }: ReferredImage): ImageReference {
  return { registry, repository, tag: digest.replace(':', '-') };
}

/** Returns the list at the referrers tag, or `undefined` if there is none. Rejects with `UNSUPPORTED_MANIFEST` if it is an image. */
export async function pullReferrersTag(
  connection: Connection,
  subject: ReferredImage,
): Promise<PulledManifest | undefined> {
  const tag = referrersTag(subject);
  const index = await pullManifest(connection, tag).catch((error: unknown) => {
    if (error instanceof RegistryError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  });
  if (index === undefined || index.content.kind === 'index') return index;
  const reason = 'the tag is reserved for the list of referrers, but it is an image; delete the tag';
  throw new RegistryError('UNSUPPORTED_MANIFEST', { registry: tag.registry, image: canonicalName(tag) }, reason);
}

/** The most pages of a list that are read. The registry chooses the size of a page. */
const MAX_PAGES = 20;

/** The answers of a registry without the API. Some refuse each path that they do not know, and some answer with another document. */
const NOT_SERVED: readonly RegistryErrorCode[] = ['NOT_FOUND', 'REFUSED', 'UNAUTHORIZED', 'DENIED', 'BAD_ANSWER'];

/** Returns the entries of the referrers API, or `undefined` if the registry does not serve it. */
async function servedReferrers(connection: Connection, subject: ReferredImage): Promise<readonly Json[] | undefined> {
  const entries: Json[] = [];
  let target: string | URL | undefined = `referrers/${subject.digest}`;
  try {
    for (let page = 0; target !== undefined && page < MAX_PAGES; page += 1) {
      const response: RegistryResponse = await requestPage(connection, subject, target);
      const isIndex = response.header('content-type')?.split(';', 1)[0]?.trim() === MEDIA_TYPES.oci.index;
      if (response.status !== 200 || !isIndex) {
        response.discard();
        return undefined;
      }
      const document = await readDocument(response, errorSubject(subject));
      entries.push(...items(parseDocument(document, errorSubject(subject))['manifests']));
      target = nextPage(response);
    }
  } catch (error) {
    if (error instanceof RegistryError && NOT_SERVED.includes(error.code)) return undefined;
    throw error;
  }
  return entries;
}

async function requestPage(
  connection: Connection,
  subject: ReferredImage,
  target: string | URL,
): Promise<RegistryResponse> {
  return sendRequest(connection, {
    method: 'GET',
    repository: subject,
    target,
    actions: 'pull',
    headers: { accept: MEDIA_TYPES.oci.index },
    image: canonicalName(subject),
    // 501 is "not implemented", which no later attempt changes.
    expected: [200, 501],
  });
}

/** Returns the URL of the next page, if it is on the same host. Registries send one link, `<URL>; rel="next"` (RFC 8288). */
function nextPage({ url, header }: RegistryResponse): URL | undefined {
  const link = header('link')?.trim() ?? '';
  const end = link.indexOf('>');
  const isNext = link.startsWith('<') && /\brel="?next\b/.test(link.slice(end));
  const target = link.slice(1, end);
  const next = isNext && URL.canParse(target, url.href) ? new URL(target, url) : undefined;
  return next?.origin === url.origin ? next : undefined;
}

function errorSubject(subject: ReferredImage): { readonly registry: string; readonly image: string } {
  return { registry: subject.registry, image: canonicalName(subject) };
}
