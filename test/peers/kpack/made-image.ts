import type { JsonObject } from '../../../src/core/model/json.ts';
import { objectAt, textAt } from '../../support/json-field.ts';
import type { Registry } from '../../cluster/registry/registry.ts';

/** The manifest and configuration of an image from a registry; digests stand for its layers. */
export interface MadeImage {
  readonly manifest: JsonObject;
  readonly config: JsonObject;
}

/** Reads the image at a reference with a digest. */
export async function madeImage({ address, url }: Registry, reference: string): Promise<MadeImage> {
  const [repository = '', digest = ''] = reference.replace(`${address}/`, '').split('@');
  const read = async (place: string): Promise<JsonObject> => {
    const answer = await fetch(`${url}/v2/${repository}/${place}`, { headers: { accept: ACCEPTED } });
    if (!answer.ok) throw new Error(`${place} of ${reference}: ${answer.status}`);
    return (await answer.json()) as JsonObject;
  };
  const manifest = await read(`manifests/${digest}`);
  return { manifest, config: await read(`blobs/${textAt(objectAt(manifest, 'config'), 'digest')}`) };
}

const ACCEPTED = 'application/vnd.oci.image.manifest.v1+json, application/vnd.docker.distribution.manifest.v2+json';
