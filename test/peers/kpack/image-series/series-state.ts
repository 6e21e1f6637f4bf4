import { textAt, objectAt } from '../../../support/json-field.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { BUILD_NUMBER_LABEL, IMAGE_LABEL } from '../../../../src/core/model/image-metadata.ts';
import { NAMES, NAMESPACE } from './series-bed.ts';
import type { SeriesUser } from './series-steps.ts';

/** The Image of a series and all that its controller has made, as the API server has it. */
export interface Observed {
  readonly image: JsonObject | undefined;
  readonly builder: JsonObject | undefined;
  readonly resolver: JsonObject | undefined;
  readonly claim: JsonObject | undefined;
  /** Sorted by number. */
  readonly builds: readonly NumberedBuild[];
}

export interface NumberedBuild {
  readonly number: number;
  readonly build: JsonObject;
}

export async function observe({ bed: { cluster } }: SeriesUser): Promise<Observed> {
  const get = async (apiVersion: string, kind: string, name: string): Promise<JsonObject | undefined> =>
    cluster.client.get({ apiVersion, kind, metadata: { name, namespace: NAMESPACE } }) as Promise<
      JsonObject | undefined
    >;
  const kpack = 'kpack.io/v1alpha2';
  const builds = (await cluster.client.list(kpack, 'Build', NAMESPACE)) as readonly unknown[] as readonly JsonObject[];
  return {
    image: await get(kpack, 'Image', NAMES.image),
    builder: await get(kpack, 'Builder', NAMES.builder),
    resolver: await get(kpack, 'SourceResolver', `${NAMES.image}-source`),
    claim: await get('v1', 'PersistentVolumeClaim', `${NAMES.image}-cache`),
    builds: builds
      .filter((build) => labelOf(build, IMAGE_LABEL) === NAMES.image)
      .map((build) => ({ number: Number(labelOf(build, BUILD_NUMBER_LABEL)), build }))
      .toSorted((a, b) => a.number - b.number),
  };
}

function labelOf(object: JsonObject, label: string): string | undefined {
  return textAt(objectAt(objectAt(object, 'metadata'), 'labels'), label);
}
