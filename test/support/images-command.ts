import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { isJsonObject, parseJson, type JsonObject } from '../../src/core/model/json.ts';
import { objectAt, objectsAt, textAt } from './json-field.ts';
import { ROOT } from './command.ts';

/** An image of an OCI layout, without the content of its layers. */
export interface LayoutImage {
  readonly digest: string;
  /** The size of all blobs, in bytes. */
  readonly size: number;
  readonly config: JsonObject;
  /** The paths of the layers' files. */
  readonly layers: readonly string[];
}

/** An entry of a layer, as GNU tar lists it. */
export interface LayerEntry {
  /** For example `drwxr-xr-x`. */
  readonly mode: string;
  /** For example `0/0`. */
  readonly owner: string;
  readonly path: string;
}

/** Runs `npm run images` with these options and returns its output. The test's servers can answer meanwhile. */
export async function runImages(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/images.mjs', ...args], { cwd: ROOT });
  return stdout;
}

/** Returns a layout's image by the last word of its repository. */
export function layoutImage(layout: string, name: string): LayoutImage {
  const index = readJson(path.join(layout, 'index.json'));
  const descriptor = objectsAt(index, 'manifests').find((one) =>
    textAt(objectAt(one, 'annotations'), 'io.containerd.image.name')?.includes(`/${name}:`),
  );
  const digest = textAt(descriptor ?? {}, 'digest') ?? '';
  const manifest = readJson(blobPath(layout, digest));
  const [config, layers] = [objectAt(manifest, 'config'), objectsAt(manifest, 'layers')];
  return {
    digest,
    size: [config, ...layers].reduce((sum, { size }) => sum + Number(size), 0),
    config: readJson(blobPath(layout, textAt(config, 'digest') ?? '')),
    layers: layers.map((layer) => blobPath(layout, textAt(layer, 'digest') ?? '')),
  };
}

/** Returns the entries of a layer, in the layer's order. */
export async function layerEntries(layer: string): Promise<readonly LayerEntry[]> {
  const args = ['--list', '--verbose', '--gzip', '--numeric-owner', '--absolute-names', '--file', layer];
  const { stdout } = await promisify(execFile)('tar', args, { maxBuffer: 2 ** 26 });
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [mode = '', owner = '', , , , file = ''] = line.split(/\s+/);
      return { mode, owner, path: file };
    });
}

function blobPath(layout: string, digest: string): string {
  return path.join(layout, 'blobs', digest.replace(':', '/'));
}

function readJson(file: string): JsonObject {
  const value = parseJson(readFileSync(file, 'utf8'));
  if (!isJsonObject(value)) throw new Error(`${file} is no JSON object`);
  return value;
}
