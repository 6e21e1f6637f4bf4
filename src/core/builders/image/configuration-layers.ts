import type { ResolvedOrder } from '../../buildpacks/resolution.ts';
import { type Layer, makeLayer } from '../../oci/layer.ts';
import type { TarEntry } from '../../oci/tar.ts';

/** 1980-01-01T00:00:01Z, the modification time of all files that kpack and pack write. */
const MTIME = 315_532_801;

/** Returns the layer with the directories that the lifecycle expects. The builder's user owns the first two. */
export function directoriesLayer(uid: number, gid: number): Layer {
  const owned = ['/workspace', '/layers'].map((path): TarEntry => ({
    kind: 'directory',
    path,
    uid,
    gid,
    mtime: MTIME,
  }));
  const ofRoot = ['/cnb', '/cnb/buildpacks', '/platform', '/platform/env'].map((path): TarEntry => ({
    kind: 'directory',
    path,
    mtime: MTIME,
  }));
  return makeLayer([...owned, ...ofRoot], { order: 'given' });
}

/** `/cnb/stack.toml` (platform specification until 0.11, stack.toml). */
export function stackLayer(runImage: string): Layer {
  return fileLayer('/cnb/stack.toml', `[run-image]\n  image = ${tomlString(runImage)}\n`);
}

/** `/cnb/run.toml` (platform specification from 0.12 on, run.toml). */
export function runLayer(runImage: string): Layer {
  return fileLayer('/cnb/run.toml', `[[images]]\n  image = ${tomlString(runImage)}\n`);
}

/** `/cnb/order.toml` (platform specification, order.toml), formatted as kpack's encoder does. */
export function orderLayer(order: ResolvedOrder): Layer {
  if (order.length === 0) return fileLayer('/cnb/order.toml', 'order = []\n');
  const groups = order.map(({ group }) =>
    group.length === 0 ? '[[order]]\n  group = []\n' : ['[[order]]\n', ...group.map(orderEntry)].join('\n'),
  );
  return fileLayer('/cnb/order.toml', groups.join('\n'));
}

function orderEntry({ id, version, optional }: ResolvedOrder[number]['group'][number]): string {
  const lines = [
    `id = ${tomlString(id)}`,
    `version = ${tomlString(version)}`,
    ...(optional === true ? ['optional = true'] : []),
  ];
  return ['  [[order.group]]', ...lines.map((line) => `    ${line}`), ''].join('\n');
}

function fileLayer(path: string, content: string): Layer {
  return makeLayer([{ kind: 'file', path, content, mtime: MTIME }], { order: 'given' });
}

/** Returns a basic string (TOML 1.0, "String") with the escapes of kpack's encoder. */
function tomlString(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', String.raw`\u007f`);
}
