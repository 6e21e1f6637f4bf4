import type { JsonObject } from '../../../../core/model/json.ts';
import { items, json } from '../../../../core/model/objects/reader.ts';
import { jsonBlob } from '../../../../core/oci/image.ts';
import { MEDIA_TYPES } from '../../../../core/oci/media-types.ts';
import type { Connection } from '../registry-request.ts';
import { pullReferrersTag, referrersTag, type Referrer, type ReferredImage } from './list-referrers.ts';
import { pushManifest, putManifest, type ManifestUpload } from './push-manifest.ts';

/** A manifest with a `subject` to push, and its entry in a list of referrers. */
export type ReferrerUpload = ManifestUpload & Referrer;

/**
 * Uploads manifests that refer to an image (OCI distribution specification, "Pushing Manifests with Subject"). If the registry does not
 * list them itself, adds them to the referrers tag, and removes the entries of the replaced digests there. Keeps all other entries.
 */
export async function pushReferrers(
  connection: Connection,
  subject: ReferredImage,
  uploads: readonly ReferrerUpload[],
  replaced: ReadonlySet<string>,
): Promise<void> {
  const { registry, repository } = subject;
  const unlisted: JsonObject[] = [];
  for (const upload of uploads) {
    const place = { registry, repository, digest: upload.digest };
    const { header } = await putManifest(connection, place, upload);
    if (header('oci-subject') === undefined) unlisted.push(entryOf(upload));
  }
  if (uploads.length === 0 || unlisted.length > 0) await updateTag(connection, subject, unlisted, replaced);
}

function entryOf({ mediaType, digest, size, artifactType, annotations }: ReferrerUpload): JsonObject {
  return {
    mediaType,
    digest,
    size,
    ...(artifactType !== undefined && { artifactType }),
    ...(Object.keys(annotations).length > 0 && { annotations }),
  };
}

/** The most uploads of the list. */
const MAX_UPLOADS = 4;

/**
 * Updates the list at the referrers tag, and reads it again: another client can write the tag at the same time. The specification has no
 * lock, so this cannot find every lost entry.
 */
async function updateTag(
  connection: Connection,
  subject: ReferredImage,
  added: readonly JsonObject[],
  removed: ReadonlySet<string>,
): Promise<void> {
  for (let upload = 0; upload < MAX_UPLOADS; upload += 1) {
    const before = await pullReferrersTag(connection, subject);
    const entries = items(before?.json['manifests']).map(json);
    const kept = entries.filter(({ digest }) => typeof digest !== 'string' || !removed.has(digest));
    const missing = added.filter((entry) => !kept.some(({ digest }) => digest === entry['digest']));
    if (missing.length === 0 && kept.length === entries.length) return;
    const mediaType = before?.mediaType ?? MEDIA_TYPES.oci.index;
    const index = jsonBlob(mediaType, {
      schemaVersion: 2,
      mediaType,
      ...before?.json,
      manifests: [...kept, ...missing],
    });
    await pushManifest(connection, referrersTag(subject), { mediaType, bytes: index.content });
  }
}
