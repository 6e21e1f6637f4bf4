import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { dockerKeychain, proxies, makeDispatcher, registryClient, readImageReference, MEDIA_TYPES } from '../oci.mjs';
import { purl, spdxId } from '../sbom/document.mjs';
import { layerOf } from './copied-layer.mjs';

/** Runs work with a registry client that has docker's credentials and the environment's proxies. */
export async function withRegistries(work) {
  const dispatcher = makeDispatcher(proxies(process.env));
  const network = { dispatcher, clock: { now: Date.now, sleep: pause }, random: Math.random };
  try {
    return await work(registryClient({ network, keychain: await dockerKeychain(process.env) }));
  } finally {
    await dispatcher.close();
  }
}

function pause(milliseconds, signal) {
  return sleep(milliseconds, undefined, { signal });
}

/** Pulls an image with its layers, as the base of another image. */
export async function pulledBase(client, name, architecture) {
  const reference = referenceTo(name);
  const { json, layers, manifest } = await client.config(reference, { os: 'linux', architecture });
  const pulled = [];
  for (const descriptor of layers) {
    if (!GZIP.includes(descriptor.mediaType)) {
      throw new Error(
        `${name} has a layer of type ${descriptor.mediaType}, but only gzip layers are supported: use another base`,
      );
    }
    const compressed = await buffer(client.blob(reference, descriptor));
    pulled.push(layerOf(gunzipSync(compressed), compressed));
  }
  return { config: json.config ?? {}, layers: pulled, packages: [basePackage(name, manifest.digest)] };
}

/** The base image as one SPDX package. Its author describes its content. */
function basePackage(name, digest) {
  const [image] = name.split('@');
  return {
    name: image,
    SPDXID: spdxId('Image', image, digest),
    versionInfo: digest,
    primaryPackagePurpose: 'CONTAINER',
    externalRefs: purl(`pkg:oci/${image.split('/').at(-1).split(':')[0]}@${encodeURIComponent(digest)}`),
  };
}

const GZIP = [MEDIA_TYPES.oci.layer, MEDIA_TYPES.docker.layer];

/** Pushes an image and returns its reference by digest. */
export async function pushImage(client, { manifest, config, layers }, name) {
  const reference = referenceTo(name);
  for (const blob of [...layers, config]) {
    if (!(await client.hasBlob(reference, blob.digest))) await client.pushBlob(reference, blob, blob.content);
  }
  const digest = await client.pushManifest(reference, { mediaType: manifest.mediaType, bytes: manifest.content });
  return `${name}@${digest}`;
}

/** Parses an image reference. `option` is the option that it comes from, for the error. */
export function referenceTo(name, option) {
  const reading = readImageReference(name);
  if ('fault' in reading) {
    throw new Error(`${option === undefined ? '' : `${option}: `}${name} is not an image reference: ${reading.fault}`);
  }
  return reading;
}
