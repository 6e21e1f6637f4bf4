import { jsonBlob, MEDIA_TYPES } from '../oci.mjs';

const SPDX = 'application/spdx+json';

/** The empty configuration of artifacts (OCI image specification, manifest.md, "Guidance for an Empty Descriptor"). */
const EMPTY = jsonBlob('application/vnd.oci.empty.v1+json', {});

/**
 * Pushes an SPDX document as an artifact that refers to an image, and returns the artifact's digest. Also lists the artifact in
 * the image's referrers tag. Clients read the tag at registries without the referrers API (OCI distribution specification,
 * "Pushing Manifests with Subject").
 */
export async function pushSbom(client, repository, { manifest }, name, json) {
  const document = jsonBlob(SPDX, JSON.parse(json));
  const artifact = jsonBlob(MEDIA_TYPES.oci.manifest, {
    schemaVersion: 2,
    mediaType: MEDIA_TYPES.oci.manifest,
    artifactType: SPDX,
    config: descriptorOf(EMPTY),
    layers: [{ ...descriptorOf(document), annotations: { 'org.opencontainers.image.title': `${name}.spdx.json` } }],
    subject: descriptorOf(manifest),
  });
  for (const blob of [EMPTY, document])
    if (!(await client.hasBlob(repository, blob.digest))) await client.pushBlob(repository, blob, blob.content);
  const { mediaType, content: bytes, digest } = artifact;
  await client.pushManifest({ ...repository, digest }, { mediaType, bytes });
  await listReferrer(client, { ...repository, tag: manifest.digest.replace(':', '-') }, artifact);
  return digest;
}

async function listReferrer(client, tag, artifact) {
  const known = await client.manifest(tag).catch((error) => {
    if (error.code === 'NOT_FOUND') return undefined;
    throw error;
  });
  const others = (known?.json.manifests ?? []).filter(({ digest }) => digest !== artifact.digest);
  const index = jsonBlob(MEDIA_TYPES.oci.index, {
    schemaVersion: 2,
    mediaType: MEDIA_TYPES.oci.index,
    manifests: [...others, { ...descriptorOf(artifact), artifactType: SPDX }],
  });
  await client.pushManifest(tag, { mediaType: index.mediaType, bytes: index.content });
}

function descriptorOf({ mediaType, digest, size }) {
  return { mediaType, digest, size };
}
