import type { JsonObject } from '../model/json.ts';

/** How a manifest tells of a layer. */
export interface LayerDescriptor {
  readonly mediaType: string;
  readonly size: number;
  readonly digest: string;
}

/** What a registry serves of one image, without its layers. */
export interface InspectedImage {
  /** As it was asked for. */
  readonly name: string;
  readonly digest: string;
  /** Of the index that the name means, where the image is one of several. */
  readonly indexDigest?: string | undefined;
  /** The lowest first. */
  readonly layers: readonly LayerDescriptor[];
  /** As the registry serves them, and the configuration read (OCI image specification, config.md). */
  readonly manifest: string;
  readonly configuration: string;
  readonly config: JsonObject;
}
