import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { makeImage, type Image } from '../../../src/core/oci/image.ts';
import { makeLayer, type Layer } from '../../../src/core/oci/layer.ts';
import type { TarEntry } from '../../../src/core/oci/tar.ts';
import { CREATED, PLATFORM } from './platform.ts';
import { isStatic } from './static-program.ts';

const BUSYBOX = '/bin/busybox';

/** An image with Debian's busybox-static: a shell and the usual commands in /bin. */
export function busyboxImage(): Image {
  const config = { ...PLATFORM, created: CREATED, config: { Env: ['PATH=/bin'], Cmd: ['sh'] } };
  return makeImage({ config, layers: [busyboxLayer()] });
}

/** A layer with a shell and the usual commands. */
export function busyboxLayer(): Layer {
  const content = readBusybox();
  const applets = execFileSync(BUSYBOX, ['--list'], { encoding: 'utf8' }).trim().split('\n');
  const links = applets
    .filter((applet) => applet !== 'busybox')
    .map((applet): TarEntry => ({ path: `/bin/${applet}`, kind: 'symlink', target: 'busybox' }));
  const binary: TarEntry = { path: BUSYBOX, kind: 'file', content, mode: 0o755 };
  const temporary: TarEntry = { path: '/tmp', kind: 'directory', mode: 0o1777 };
  return makeLayer([binary, temporary, ...links], { parents: true });
}

function readBusybox(): Uint8Array {
  const content = existsSync(BUSYBOX) ? readFileSync(BUSYBOX) : undefined;
  if (content === undefined || !isStatic(content)) {
    throw new Error(`the test bed's images are made of a static ${BUSYBOX}: install the Debian package busybox-static`);
  }
  return content;
}
