import type { Manifest } from '../../../model/manifest.ts';
import type { OutputFormat } from '../flags.ts';
import { jsonTexts } from './json-texts.ts';
import { resourceName } from './resource-name.ts';
import { yamlTexts } from './yaml-texts.ts';

/** The objects as text, piece by piece. */
export function formatManifests(manifests: Iterable<Manifest>, format: OutputFormat): Iterable<string> {
  switch (format) {
    case 'yaml':
      return yamlTexts(manifests);
    case 'json':
      return jsonTexts(manifests);
    case 'name':
      return nameTexts(manifests);
  }
}

function* nameTexts(manifests: Iterable<Manifest>): Generator<string> {
  for (const manifest of manifests) yield `${resourceName(manifest)}\n`;
}
