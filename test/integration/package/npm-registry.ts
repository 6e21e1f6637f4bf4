import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { ROOT } from '../../support/command.ts';

/** A read-only npm registry on the loopback. */
export interface NpmRegistry {
  readonly url: string;
  readonly stop: () => void;
}

/** Starts an npm registry that serves the checkout's installed packages, so that `npm install` needs no network. */
export async function startNpmRegistry(folder: string): Promise<NpmRegistry> {
  const server = createServer((request, response) => {
    respond(request, response, { url: `http://${request.headers.host}`, folder });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

interface Place {
  readonly url: string;
  readonly folder: string;
}

/** Serves `/NAME` (a packument) and `/NAME/-/ANY.tgz`. A package that the checkout does not have is not found. */
function respond({ url = '' }: IncomingMessage, response: ServerResponse, place: Place): void {
  const [name = '', tarball] = decodeURIComponent(url).slice(1).split('/-/');
  const directory = path.join(ROOT, 'node_modules', name);
  if (!existsSync(path.join(directory, 'package.json'))) {
    response.writeHead(404).end();
  } else if (tarball === undefined) {
    response
      .setHeader('content-type', 'application/json')
      .end(packument(directory, `${place.url}/${name}/-/package.tgz`));
  } else {
    response.end(readFileSync(path.join(place.folder, packed(directory, place.folder))));
  }
}

function packument(directory: string, tarball: string): string {
  const manifest: { readonly name: string; readonly version: string } = JSON.parse(
    readFileSync(path.join(directory, 'package.json'), 'utf8'),
  );
  const { name, version } = manifest;
  return JSON.stringify({
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, dist: { tarball } } },
  });
}

/** Packs an installed package and returns the file's name. */
function packed(directory: string, folder: string): string {
  const args = ['pack', directory, '--ignore-scripts', '--silent', '--pack-destination', folder];
  return execFileSync('npm', args, { encoding: 'utf8' }).trim();
}
