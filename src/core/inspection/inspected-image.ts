import type { JsonObject } from '../model/json.ts';

/** The descriptor of a layer in a manifest. */
export interface LayerDescriptor {
  readonly mediaType: string;
  readonly size: number;
  readonly digest: string;
}

/** The manifest and configuration of an image. */
export interface InspectedImage {
  /** The name that was requested. */
  readonly name: string;
  readonly digest: string;
  /** The digest of the index, if the name refers to one. */
  readonly indexDigest?: string | undefined;
  /** The layers from the lowest to the highest. */
  readonly layers: readonly LayerDescriptor[];
  /** The exact text of the manifest from the registry. */
  readonly manifest: string;
  /** The exact text of the configuration from the registry. */
  readonly configuration: string;
  /** The parsed configuration (OCI image specification, config.md). */
  readonly config: JsonObject;
}
