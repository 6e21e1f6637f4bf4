import { descriptorOf, digestOf, jsonBlob, MEDIA_TYPES } from '../oci.mjs';

/** The empty configuration of artifacts (OCI image specification, manifest.md, "Guidance for an Empty Descriptor"). */
const EMPTY = jsonBlob('application/vnd.oci.empty.v1+json', {});

/**
 * Pushes an SBOM as an artifact that refers to an image or index, and returns the artifact's digest. The
 * document is `{ file, mediaType, text }`. Also lists the artifact in the subject's referrers tag. Clients read the tag at registries without the
 * referrers API (OCI distribution specification, "Pushing Manifests with Subject").
 */
export async function pushSbom(client, { registry, repository }, subject, { file, mediaType: artifactType, text }) {
  const place = { registry, repository };
  const content = Buffer.from(text);
  const blob = { mediaType: artifactType, digest: digestOf(content), size: content.length, content };
  const artifact = jsonBlob(MEDIA_TYPES.oci.manifest, {
    schemaVersion: 2,
    mediaType: MEDIA_TYPES.oci.manifest,
    artifactType,
    config: descriptorOf(EMPTY),
    layers: [{ ...descriptorOf(blob), annotations: { 'org.opencontainers.image.title': file } }],
    subject: descriptorOf(subject),
  });
  for (const one of [EMPTY, blob])
    if (!(await client.hasBlob(place, one.digest))) await client.pushBlob(place, one, one.content);
  const { mediaType, content: bytes, digest } = artifact;
  await client.pushManifest({ ...place, digest }, { mediaType, bytes });
  const listed = { ...descriptorOf(artifact), artifactType };
  await listReferrer(client, { ...place, tag: subject.digest.replace(':', '-') }, listed);
  return digest;
}

async function listReferrer(client, tag, listed) {
  const known = await client.manifest(tag).catch((error) => {
    if (error.code === 'NOT_FOUND') return undefined;
    throw error;
  });
  const others = (known?.json.manifests ?? []).filter(({ digest }) => digest !== listed.digest);
  const index = jsonBlob(MEDIA_TYPES.oci.index, {
    schemaVersion: 2,
    mediaType: MEDIA_TYPES.oci.index,
    manifests: [...others, listed],
  });
  await client.pushManifest(tag, { mediaType: index.mediaType, bytes: index.content });
}
