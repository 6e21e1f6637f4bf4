import * as z from 'zod';
import { digest } from '../../api/oci/digest.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../model/json.ts';
import { parseImageReference } from '../../model/image-reference.ts';
import { digestOf } from '../../registry/digest.ts';
import { known, unknown, type Reading } from '../reading.ts';

const descriptor = z.looseObject({ mediaType: z.string(), size: z.int().min(0), digest });

/** The part of an image manifest that a builder changes (OCI image specification, manifest.md). */
const imageManifest = z.looseObject({
  schemaVersion: z.literal(2),
  config: descriptor,
  layers: z.array(descriptor),
});

/** The part of an image configuration that a builder reads or changes (config.md). Go writes `null` where nothing is. */
const imageConfiguration = z.looseObject({
  os: z.string(),
  architecture: z.string().optional(),
  variant: z.string().optional(),
  config: z.looseObject({ Labels: z.record(z.string(), z.string()).nullish() }).nullish(),
  rootfs: z.looseObject({ diff_ids: z.array(digest) }),
  history: z.array(z.looseObject({})).nullish(),
});

/** A document: what was read of it, and all of it, because unknown fields and their order are part of a digest. */
interface Document<T> {
  readonly read: T;
  readonly whole: JsonObject;
}

/** The image that a builder is made upon. */
export interface BaseImage {
  /** By digest. */
  readonly image: string;
  readonly manifest: Document<z.output<typeof imageManifest>>;
  readonly configuration: Document<z.output<typeof imageConfiguration>>;
}

/** Reads the texts that a status or facts keep of an image; both must be those that its digest stands for. */
export function readBaseImage(image: string, manifestText: string, configurationText: string): Reading<BaseImage> {
  const wrong = (what: string): Reading<never> =>
    unknown(`what is kept of image ${image} is not that image: ${what}; read it again by "taskpack inspect ${image}"`);
  if (digestOf(Buffer.from(manifestText)) !== parseImageReference(image)?.digest) return wrong('its manifest differs');
  const manifest = readDocument(manifestText, imageManifest);
  if (manifest === undefined) return wrong('its manifest is none of an image');
  if (digestOf(Buffer.from(configurationText)) !== manifest.read.config.digest) {
    return wrong('its configuration differs');
  }
  const configuration = readDocument(configurationText, imageConfiguration);
  if (configuration === undefined) return wrong('its configuration is none of an image');
  if (configuration.read.rootfs.diff_ids.length !== manifest.read.layers.length) {
    return wrong('its manifest and its configuration tell of different layers');
  }
  return known({ image, manifest, configuration });
}

function readDocument<T>(text: string, schema: z.ZodType<T>): Document<T> | undefined {
  const whole = parseJson(text);
  const { data: read } = schema.safeParse(whole);
  return read !== undefined && isJsonObject(whole) ? { read, whole } : undefined;
}
