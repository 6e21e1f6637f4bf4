import { buffer } from 'node:stream/consumers';
import { sbomArtifact } from '../../images/referrer.mjs';
import { referenceTo } from '../../images/registries.mjs';
import { isSameJson } from '../../release-modules.mjs';
import { contentOf } from '../json-file.mjs';
import { sbomNames } from '../release-index.mjs';
import { SBOM_TYPES } from '../release-sboms.mjs';
import { equal } from './equal.mjs';

/**
 * Returns the claims on a registry: tags lead to the release's digests, all content can be pulled, and the SBOMs are referrers, with no
 * other SBOMs.
 */
export function registryClaims(release, registry) {
  const { version, images, subjects } = release;
  const { client, name } = registry;
  return [
    ...images.flatMap(({ name: image, digest }) => {
      const place = referenceTo(`${name}/${image}:${version}`);
      return [
        {
          claim: `tag of image ${image} in the registry`,
          check: async () => equal((await client.manifest(place)).digest, digest, 'the digest'),
        },
        { claim: `content of image ${image} in the registry`, check: async () => pullAll(client, place, digest) },
      ];
    }),
    ...subjects
      .filter(({ subject }) => subject.image !== undefined)
      .flatMap((described) => referrerClaims(release, registry, described)),
  ];
}

/** Pulls an image or index completely. The client verifies all digests. */
async function pullAll(client, place, digest) {
  const { json } = await client.manifest({ ...place, tag: undefined, digest });
  const { manifests = [], config, layers = [] } = json;
  for (const one of manifests) await pullAll(client, place, one.digest);
  for (const blob of config === undefined ? [] : [config, ...layers])
    await buffer(client.blob(place, { digest: blob.digest, size: blob.size }));
}

/** The referrers of an image or index are listed at a tag. Those with its SBOMs are exactly what a release pushes. */
function referrerClaims({ files, archive }, { client, name: registry }, { name, subject: { image, digest } }) {
  const repository = referenceTo(`${registry}/${image}`);
  const listed = async () =>
    (await client.manifest({ ...repository, tag: digest.replace(':', '-') })).json.manifests ?? [];
  const expected = (file, index) => {
    const { mediaType } = archive.json(digest);
    const subject = { mediaType, digest, size: archive.blob(digest).length };
    const text = contentOf(files, file).toString();
    return sbomArtifact(subject, { file, mediaType: SBOM_TYPES[index], text }).listed;
  };
  return [
    ...sbomNames(name).map((file, index) => ({
      claim: `referrer ${file} in the registry`,
      check: async () => checkReferrer(client, repository, await listed(), expected(file, index)),
    })),
    {
      claim: `other SBOMs of ${name} in the registry`,
      check: async () => checkOthers(client, repository, await listed(), sbomNames(name).map(expected)),
    },
  ];
}

async function checkReferrer(client, repository, listed, expected) {
  if (!listed.some((one) => isSameJson(one, expected)))
    throw new Error(`the list of referrers has no artifact ${expected.digest} of type ${expected.artifactType}`);
  await pullAll(client, repository, expected.digest);
}

/** Everybody who can push can add a referrer, and a scanner takes any SBOM that it finds. */
async function checkOthers(client, repository, listed, expected) {
  for (const one of listed.filter((descriptor) => !expected.some((known) => isSameJson(descriptor, known)))) {
    const { json } = await client.manifest({ ...repository, tag: undefined, digest: one.digest });
    const { artifactType, config, layers = [] } = json;
    const types = [one.artifactType, artifactType, config?.mediaType, ...layers.map(({ mediaType }) => mediaType)];
    const type = types.find((name) => SBOM.test(name));
    if (type !== undefined) throw new Error(`the list of referrers has the artifact ${one.digest} of type ${type}`);
  }
}

const SBOM = /spdx|cyclonedx|syft|sbom/i;
