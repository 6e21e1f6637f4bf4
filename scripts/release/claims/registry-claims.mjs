import { buffer } from 'node:stream/consumers';
import { referenceTo } from '../../images/registries.mjs';
import { sha256 } from '../checksums.mjs';
import { contentOf } from '../json-file.mjs';
import { sbomNames } from '../release-index.mjs';
import { equal } from './equal.mjs';

/** Returns the claims on a registry: tags lead to the release's digests, all content can be pulled, and SBOMs are referrers. */
export function registryClaims({ version, files, images, subjects }, { client, name: registry }) {
  return [
    ...images.flatMap(({ name, digest }) => {
      const place = referenceTo(`${registry}/${name}:${version}`);
      return [
        {
          claim: `tag of image ${name} in the registry`,
          check: async () => equal((await client.manifest(place)).digest, digest, 'the digest'),
        },
        { claim: `content of image ${name} in the registry`, check: async () => pullAll(client, place, digest) },
      ];
    }),
    ...subjects
      .filter(({ subject }) => subject.image !== undefined)
      .flatMap(({ name, subject: { image, digest } }) =>
        sbomNames(name).map((file) => ({
          claim: `referrer ${file} in the registry`,
          check: async () =>
            checkReferrer(client, referenceTo(`${registry}/${image}`), digest, sha256(contentOf(files, file))),
        })),
      ),
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

/** One of the referrers of an image has the content of a file. */
async function checkReferrer(client, repository, digest, hash) {
  const { json } = await client.manifest({ ...repository, tag: digest.replace(':', '-') });
  for (const { digest: artifact } of json.manifests ?? []) {
    const { json: manifest } = await client.manifest({ ...repository, tag: undefined, digest: artifact });
    const layer = manifest.layers?.find((one) => one.digest === `sha256:${hash}`);
    if (layer === undefined) continue;
    await buffer(client.blob(repository, { digest: layer.digest, size: layer.size }));
    return;
  }
  throw new Error(`no referrer of ${digest} has the content sha256:${hash}`);
}
