import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { makeImage, type Image } from '../../../src/core/oci/image.ts';
import { makeLayer } from '../../../src/core/oci/layer.ts';
import type { TarEntry } from '../../../src/core/oci/tar.ts';
import { busyboxLayer } from '../images/busybox-image.ts';
import { machineLibraries, machineProgram } from '../images/machine-program.ts';
import { CREATED, PLATFORM } from '../images/platform.ts';

const GIT = '/usr/bin/git';
const BACKEND = '/usr/lib/git-core/git-http-backend';
const PORT = 8080;

/** The port of the server in the image, and the path before the names of repositories. */
export const GIT_SERVER = { port: PORT, path: '/cgi-bin/git' };

/** An image with git's own HTTP server, which serves a folder with bare repositories, for a git server in a Pod. */
export function gitServerImage(folder: string): Image {
  const script = `#!/bin/sh
export PATH=/usr/bin:/bin GIT_PROJECT_ROOT=/srv/git GIT_HTTP_EXPORT_ALL=1 GIT_PROTOCOL="$HTTP_GIT_PROTOCOL"
exec ${BACKEND}
`;
  const entries: readonly TarEntry[] = [
    machineProgram(GIT),
    machineProgram(BACKEND),
    ...machineLibraries([GIT, BACKEND]),
    { path: `/srv/www${GIT_SERVER.path}`, kind: 'file', content: script, mode: 0o755 },
    ...repositories(folder),
  ];
  const Cmd = ['httpd', '-f', '-p', `${PORT}`, '-h', '/srv/www'];
  const config = { ...PLATFORM, created: CREATED, config: { Env: ['PATH=/bin'], Cmd } };
  return makeImage({ config, layers: [busyboxLayer(), makeLayer(entries, { parents: true })] });
}

function repositories(folder: string): readonly TarEntry[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.git'));
  return names.flatMap((name) =>
    readdirSync(path.join(folder, name), { recursive: true, withFileTypes: true }).map((entry): TarEntry => {
      const source = path.join(entry.parentPath, entry.name);
      const place = path.join('/srv/git', path.relative(folder, source));
      return entry.isDirectory()
        ? { path: place, kind: 'directory' }
        : { path: place, kind: 'file', content: readFileSync(source) };
    }),
  );
}
