const TYPE = 'application/vnd.oci.image';

/** A build image with one small layer. It also stands in for the run image and the lifecycle. */
export function buildImage(digestOf) {
  const layer = Buffer.from('the layer of the build image');
  const diffId = digestOf(layer);
  const configuration = JSON.stringify({
    os: 'linux',
    architecture: 'amd64',
    config: { Env: ['CNB_USER_ID=1000', 'CNB_GROUP_ID=1000'], Labels: {} },
    rootfs: { type: 'layers', diff_ids: [diffId] },
  });
  const descriptor = { mediaType: `${TYPE}.layer.v1.tar+gzip`, size: layer.length, digest: diffId };
  const config = {
    mediaType: `${TYPE}.config.v1+json`,
    size: configuration.length,
    digest: digestOf(Buffer.from(configuration)),
  };
  const manifest = JSON.stringify({
    schemaVersion: 2,
    mediaType: `${TYPE}.manifest.v1+json`,
    config,
    layers: [descriptor],
  });
  const digest = digestOf(Buffer.from(manifest));
  return { digest, manifest, configuration, config, layer: descriptor, diffId, content: layer };
}

/** Pushes the image to the repository in the statuses. */
export async function pushBuildImage(client, repository, image) {
  await client.pushBlob(repository, image.layer, image.content);
  await client.pushBlob(repository, image.config, Buffer.from(image.configuration));
  const manifest = { mediaType: `${TYPE}.manifest.v1+json`, bytes: Buffer.from(image.manifest) };
  await client.pushManifest({ ...repository, tag: '1' }, manifest);
}
