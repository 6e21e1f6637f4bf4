import type { Image } from '../../../src/core/oci/image.ts';
import { makeLayer, type Layer } from '../../../src/core/oci/layer.ts';
import type { TarEntry } from '../../../src/core/oci/tar.ts';
import { labelledImage } from './labelled-image.ts';
import { STACK } from './stack.ts';

/** The run image (CNB platform specification, "Run image"). With patches, a later version of it. */
export function runImage(busybox: Layer, patches: readonly Layer[] = []): Image {
  const { uid, gid, home, mixins } = STACK.run;
  return labelledImage({
    labels: stackLabels(mixins),
    layers: [...sharedLayers(busybox), ...patches],
    container: { User: `${uid}:${gid}`, Env: ['PATH=/bin', `HOME=${home}`] },
  });
}

/** The build image (CNB platform specification, "Build image"): the run image with a home directory, and with more layers. */
export function buildImage(busybox: Layer, more: readonly Layer[] = []): Image {
  const { uid, gid, home, mixins } = STACK.build;
  const user = [`CNB_USER_ID=${uid}`, `CNB_GROUP_ID=${gid}`, `CNB_STACK_ID=${STACK.id}`];
  return labelledImage({
    labels: stackLabels(mixins),
    layers: [...sharedLayers(busybox), makeLayer([homeOf(STACK.build)], { parents: true }), ...more],
    container: { User: `${uid}:${gid}`, Env: ['PATH=/bin', `HOME=${home}`, ...user] },
  });
}

/** The files that programs without a C library need. */
export function systemLayer(): Layer {
  return makeLayer(
    [
      file('/etc/passwd', `root:x:0:0::/:/bin/sh\n${passwdLine('cnb', STACK.build)}${passwdLine('app', STACK.run)}`),
      file('/etc/group', `root:x:0:\ncnb:x:${STACK.build.gid}:\n`),
      file('/etc/nsswitch.conf', 'hosts: files dns\n'),
      file('/etc/os-release', `ID=${STACK.distro.name}\nVERSION_ID=${STACK.distro.version}\n`),
      homeOf(STACK.run),
    ],
    { parents: true },
  );
}

function sharedLayers(busybox: Layer): readonly Layer[] {
  return [busybox, systemLayer()];
}

function stackLabels(mixins: readonly string[]): Readonly<Record<string, unknown>> {
  return {
    'io.buildpacks.stack.id': STACK.id,
    'io.buildpacks.stack.mixins': mixins,
    'io.buildpacks.base.distro.name': STACK.distro.name,
    'io.buildpacks.base.distro.version': STACK.distro.version,
  };
}

type User = typeof STACK.build | typeof STACK.run;

function passwdLine(name: string, { uid, gid, home }: User): string {
  return `${name}:x:${uid}:${gid}::${home}:/bin/sh\n`;
}

function homeOf({ home, uid, gid }: User): TarEntry {
  return { path: home, kind: 'directory', uid, gid };
}

function file(path: string, content: string): TarEntry {
  return { path, kind: 'file', content };
}
