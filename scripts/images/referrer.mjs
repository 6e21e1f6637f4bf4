import { descriptorOf, digestOf, jsonBlob, MEDIA_TYPES } from '../oci.mjs';

/** The empty configuration of artifacts (OCI image specification, manifest.md, "Guidance for an Empty Descriptor"). */
const EMPTY = jsonBlob('application/vnd.oci.empty.v1+json', {});

/**
 * Pushes an SBOM as an artifact that refers to an image or index, and returns the artifact's digest. The
 * document is `{ file, mediaType, text }`.
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
  const upload = { ...descriptorOf(artifact), bytes: artifact.content, artifactType, annotations: {} };
  await client.pushReferrers({ ...place, digest: subject.digest }, [upload]);
  return artifact.digest;
}
