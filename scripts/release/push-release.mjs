import { pushSbom } from '../images/referrer.mjs';
import { pushImage, referenceTo } from '../images/registries.mjs';

/** Pushes the images of a release with their SBOMs, and returns their references by digest. Tags come last. */
export async function pushRelease(client, { images, sboms }) {
  const names = [];
  for (const image of images) {
    const place = referenceTo(image.reference);
    for (const one of image.images)
      await pushImage(client, one, `${place.registry}/${place.repository}@${one.manifest.digest}`);
    const { mediaType, content, digest } = image.root;
    await client.pushManifest({ ...place, tag: undefined, digest }, { mediaType, bytes: content });
    await pushSboms(client, image, sboms);
    await client.pushManifest(place, { mediaType, bytes: content });
    names.push(`${image.reference}@${digest}`);
  }
  return names;
}

async function pushSboms(client, { name, reference, root, images }, sboms) {
  const repository = referenceTo(reference);
  const subjects = [root, ...images.map(({ manifest }) => manifest)];
  for (const { subject, documents } of sboms.filter((one) => one.subject.image === name)) {
    const described = subjects.find(({ digest }) => digest === subject.digest);
    for (const document of documents) await pushSbom(client, repository, described, document);
  }
}
