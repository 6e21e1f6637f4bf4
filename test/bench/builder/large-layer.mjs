import { createHash } from 'node:crypto';
import { execFile, fork } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import { report } from '../report.mjs';
import { buildImage } from './build-image.mjs';
import { withClient } from './client.mjs';

const GIGABYTE = 2 ** 30;
const run = promisify(execFile);

/** Copies an image with a layer of 1 GB between registries, in turns with skopeo. */
export async function reportLargeLayer(measured, { from, to }, folder) {
  await checkSkopeo();
  const image = `${from}/large:1`;
  await pushLarge(measured, from, path.join(folder, 'layer.tar.gz'));
  const ours = [];
  const theirs = [];
  // Each copy goes to a new registry, because skopeo remembers the layers of a registry and skips them.
  for (const registry of to) {
    ours.push(await copyOurs(image, `${registry}/ours:1`));
    theirs.push(await copyTheirs(image, `${registry}/theirs:1`));
  }
  const memory = Math.max(...ours.map(({ megabytes }) => megabytes));
  const seconds = Math.min(...ours.map((copy) => copy.seconds));
  const skopeo = Math.min(...theirs);
  report('memory while a layer of 1 GB is copied', memory, { unit: 'MB', digits: 0, atMost: 150 });
  const detail = `${(1024 / seconds).toFixed(0)} and ${(1024 / skopeo).toFixed(0)} MB/s, the best of ${to.length} each`;
  report('throughput as a ratio to skopeo', skopeo / seconds, { digits: 2, atLeast: 1, detail });
}

async function checkSkopeo() {
  try {
    await run('skopeo', ['--version']);
  } catch {
    throw new Error('the throughput is measured against skopeo, which is not here: install it (Debian: skopeo)');
  }
}

async function copyTheirs(from, to) {
  const start = performance.now();
  const options = ['--src-tls-verify=false', '--dest-tls-verify=false', '--insecure-policy'];
  await run('skopeo', ['copy', ...options, `docker://${from}`, `docker://${to}`]);
  return (performance.now() - start) / 1000;
}

/** In a separate process, so that its memory is the copy's alone. The start of the process counts, as skopeo's does. */
async function copyOurs(from, to) {
  const start = performance.now();
  const child = fork(path.join(import.meta.dirname, 'copy-process.mjs'), [from, to]);
  const megabytes = await new Promise((resolve, reject) => {
    child.on('message', resolve);
    child.on('exit', (code) => code !== 0 && reject(new Error('the copy failed')));
  });
  return { seconds: (performance.now() - start) / 1000, megabytes };
}

async function pushLarge(measured, registry, file) {
  await pipeline(randomBytes(GIGABYTE), createGzip({ level: 0 }), createWriteStream(file));
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(file)) {
    hash.update(chunk);
    size += chunk.length;
  }
  const layer = { digest: `sha256:${hash.digest('hex')}`, size };
  const image = withLayer(buildImage(measured.digestOf), layer, measured.digestOf);
  const repository = { registry, repository: 'large' };
  await withClient(measured, async (client) => {
    await client.pushBlob(repository, layer, (offset) => createReadStream(file, { start: offset }));
    await client.pushBlob(repository, image.config, Buffer.from(image.configuration));
    const { mediaType } = JSON.parse(image.manifest);
    await client.pushManifest({ ...repository, tag: '1' }, { mediaType, bytes: Buffer.from(image.manifest) });
  });
}

function withLayer(image, { digest, size }, digestOf) {
  const manifest = JSON.parse(image.manifest);
  manifest.layers = [{ ...manifest.layers[0], digest, size }];
  const text = JSON.stringify(manifest);
  return { ...image, manifest: text, digest: digestOf(Buffer.from(text)) };
}

function* randomBytes(length) {
  const chunk = randomFillSync(Buffer.alloc(2 ** 20));
  for (let place = 0; place < length; place += chunk.length) {
    chunk.writeUInt32LE(place, 0);
    yield Buffer.from(chunk);
  }
}
