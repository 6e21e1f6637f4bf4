import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../root.mjs';
import { makeImage } from '../oci.mjs';
import { configOf, parseContainerfile } from './containerfile.mjs';
import { copiedLayer } from './copied-layer.mjs';

/** The creation time of all images, fixed so that builds are reproducible. */
const CREATED = '1980-01-01T00:00:01Z';

/** Builds the image of a Containerfile. Calls `base` for the image of FROM unless FROM is `scratch`. */
export async function builtImage(name, { architecture, version, base }) {
  const text = readFileSync(path.join(ROOT, 'images', name, 'Containerfile'), 'utf8');
  const instructions = parseContainerfile(text, { BASE: 'base', TARGETARCH: architecture, VERSION: version });
  const [from] = instructions;
  const { config, layers } = from.value === 'scratch' ? { layers: [] } : await base();
  const copied = [];
  for (const { value } of instructions.filter((one) => one.name === 'COPY')) {
    const [source, target] = value.split(' ');
    copied.push(await copiedLayer(path.join(ROOT, source), target));
  }
  return makeImage({
    config: { created: CREATED, architecture, os: 'linux', config: configOf(instructions, config) },
    layers: [...layers, ...copied],
  });
}
