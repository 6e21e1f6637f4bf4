import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureDependencies } from './dependencies.mjs';
import { ROOT } from './root.mjs';

const USAGE = `Usage: npm run images -- [--push REGISTRY] [--output DIR] [--platform linux/amd64|linux/arm64] [--base IMAGE]

Builds two images: "steps" holds the controller and the steps, "entrypoint" holds the waiter. Builds are reproducible.
Writes an SPDX document for each image and for the npm package below dist/images and DIR, and pushes those of the images as
referrers.

  --push REGISTRY    push the images to REGISTRY/steps:VERSION and REGISTRY/entrypoint:VERSION
  --output DIR       write the images to DIR as an OCI image layout
  --platform OS/ARCH platform of the images (default: the platform of this machine)
  --base IMAGE       base of the steps image, with Node 20.19 or newer, git, an OpenSSH client and CA certificates
                     (default: Debian 12, made by mmdebstrap, with the Node version that runs this command, or with the
                     Node of releases for another platform)
`;

try {
  const options = parsedOptions();
  ensureDependencies();
  if (options.help) console.log(USAGE);
  else await main(options);
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
}

async function main({ push, output, platform, base }) {
  // Imported here, after the dependencies are installed.
  const { withRegistries } = await import('./images/registries.mjs');
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const architecture = await architectureOf(platform);
  await checkReferences({ push, base }, version);
  await withRegistries(async (client) => {
    const { withLock } = (await import('./typescript.mjs')).require('../test/cluster/programs/lock.ts');
    // Runs of one checkout write their programs to the same folder.
    const lock = path.join(ROOT, `dist/images/linux-${architecture}.lock`);
    const { images, documents } = await withLock(lock, () => builtImages(client, { architecture, version, base }));
    for (const { name, image } of images)
      console.log(`${name}: ${megabytes(image)} MB compressed, ${image.manifest.digest}`);
    if (output !== undefined) await written(images, documents, path.resolve(output), version);
    if (push !== undefined) await pushed(client, images, documents, push, version);
  });
}

function parsedOptions() {
  const text = { type: 'string' };
  const options = { help: { type: 'boolean' }, push: text, output: text, platform: text, base: text };
  return parseArgs({ options }).values;
}

/** Returns the images' architecture. */
async function architectureOf(platform) {
  const { OWN_ARCHITECTURE } = await import('./images/run-node.mjs');
  const architecture = platform === undefined ? OWN_ARCHITECTURE : /^linux\/(amd64|arm64)$/.exec(platform)?.[1];
  if (architecture === undefined)
    throw new Error(`--platform ${platform} is not supported: use linux/amd64 or linux/arm64`);
  return architecture;
}

/** Refuses invalid image references before the images are built. */
async function checkReferences({ push, base }, version) {
  const { referenceTo } = await import('./images/registries.mjs');
  const { IMAGE_NAMES } = await import('./images/platform-images.mjs');
  if (base !== undefined) referenceTo(base, '--base');
  if (push !== undefined) for (const name of IMAGE_NAMES) referenceTo(`${push}/${name}:${version}`, '--push');
}

async function builtImages(client, { architecture, version, base }) {
  const { pulledBase } = await import('./images/registries.mjs');
  const { nodeBase, platformImages } = await import('./images/platform-images.mjs');
  const { ownNode, releaseNode } = await import('./images/node-binaries.mjs');
  const { OWN_ARCHITECTURE } = await import('./images/run-node.mjs');
  const { spdxDocuments, writeSboms } = await import('./images/sboms.mjs');
  const node = () => (architecture === OWN_ARCHITECTURE ? ownNode() : releaseNode(architecture));
  const found = base === undefined ? nodeBase(architecture, node()) : await pulledBase(client, base, architecture);
  const { images, boms } = await platformImages({ architecture, version, base: found });
  const documents = spdxDocuments(boms);
  for (const file of writeSboms(documents, path.join(ROOT, `dist/images/linux-${architecture}`)))
    console.log(path.relative(ROOT, file));
  return { images, documents };
}

async function written(images, documents, directory, version) {
  const { imageLayout, writeLayout } = await import('./oci.mjs');
  const { writeSboms } = await import('./images/sboms.mjs');
  const named = images.map(({ name, image }) => ({ image, name: `docker.io/taskpack/${name}:${version}` }));
  await writeLayout(imageLayout(named), directory);
  writeSboms(documents, directory);
  console.log(directory);
}

async function pushed(client, images, documents, registry, version) {
  const { pushImage, referenceTo } = await import('./images/registries.mjs');
  const { pushSbom } = await import('./images/referrer.mjs');
  for (const { name, image } of images) console.log(await pushImage(client, image, `${registry}/${name}:${version}`));
  for (const { name, image } of images) {
    const document = { file: `${name}.spdx.json`, mediaType: 'application/spdx+json', text: documents.get(name) };
    const digest = await pushSbom(client, referenceTo(`${registry}/${name}`), image.manifest, document);
    console.log(`${registry}/${name}@${digest} (SPDX document)`);
  }
}

function megabytes({ layers, config, manifest }) {
  const bytes = [...layers, config, manifest].reduce((sum, { size }) => sum + size, 0);
  return (bytes / 1_000_000).toFixed(1);
}
