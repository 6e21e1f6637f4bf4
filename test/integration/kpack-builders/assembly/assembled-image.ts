import { isJsonObject, type JsonObject } from '../../../../src/core/model/json.ts';

/** A builder image, from its manifest and configuration. */
export interface AssembledImage {
  readonly mediaTypes: { readonly manifest: string; readonly config: string };
  readonly layers: readonly AssembledLayer[];
  readonly labels: Readonly<Record<string, string>>;
  readonly history: readonly JsonObject[];
  /** The other fields of the configuration. */
  readonly rest: JsonObject;
}

export interface AssembledLayer {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly diffId: string;
}

/** Parses the manifest and configuration of an image. */
export function assembledImage(manifestText: string, configText: string): AssembledImage {
  const manifest = JSON.parse(manifestText) as {
    readonly mediaType: string;
    readonly config: { readonly mediaType: string };
    readonly layers: readonly Omit<AssembledLayer, 'diffId'>[];
  };
  const { config, rootfs, history, ...rest } = JSON.parse(configText) as {
    readonly config: JsonObject;
    readonly rootfs: { readonly diff_ids: readonly string[] };
    readonly history?: readonly JsonObject[];
  };
  const { Labels, ...container } = config;
  return {
    mediaTypes: { manifest: manifest.mediaType, config: manifest.config.mediaType },
    layers: manifest.layers.map((layer, place) => ({ ...layer, diffId: rootfs.diff_ids[place] ?? '' })),
    labels: isJsonObject(Labels) ? (Labels as AssembledImage['labels']) : {},
    history: history ?? [],
    rest: { ...rest, container },
  };
}
