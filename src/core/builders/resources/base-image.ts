import * as z from 'zod';
import { digest } from '../../api/oci.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../model/json.ts';
import { parseImageReference } from '../../model/image-reference.ts';
import { digestOf } from '../../oci/digest.ts';
import { known, unknown, type Reading } from '../reading.ts';

const descriptor = z.looseObject({ mediaType: z.string(), size: z.int().min(0), digest });

/** The part of an image manifest that a builder changes (OCI image specification, manifest.md). */
const imageManifest = z.looseObject({
  schemaVersion: z.literal(2),
  config: descriptor,
  layers: z.array(descriptor),
});

/** The part of an image configuration that a builder reads or changes (config.md). Go encodes empty fields as `null`. */
const imageConfiguration = z.looseObject({
  os: z.string(),
  architecture: z.string().optional(),
  variant: z.string().optional(),
  config: z.looseObject({ Labels: z.record(z.string(), z.string()).nullish() }).nullish(),
  rootfs: z.looseObject({ diff_ids: z.array(digest) }),
  history: z.array(z.looseObject({})).nullish(),
});

/** The parsed fields of a document, and the whole document: unknown fields and their order are part of the digest. */
interface Document<T> {
  readonly read: T;
  readonly whole: JsonObject;
}

/** The build image of a builder. */
export interface BaseImage {
  /** By digest. */
  readonly image: string;
  readonly manifest: Document<z.output<typeof imageManifest>>;
  readonly configuration: Document<z.output<typeof imageConfiguration>>;
}

/** Parses an image's manifest and configuration from a status or facts. Refuses texts that do not match its digest. */
export function readBaseImage(image: string, manifestText: string, configurationText: string): Reading<BaseImage> {
  const wrong = (what: string): Reading<never> =>
    unknown(
      `the stored manifest and configuration of image ${image} are wrong: ${what}; read them again with "taskpack inspect ${image}"`,
    );
  if (digestOf(Buffer.from(manifestText)) !== parseImageReference(image)?.digest)
    return wrong('the manifest does not match the digest');
  const manifest = readDocument(manifestText, imageManifest);
  if (manifest === undefined) return wrong('the manifest is not an image manifest');
  if (digestOf(Buffer.from(configurationText)) !== manifest.read.config.digest) {
    return wrong('the configuration does not match its digest');
  }
  const configuration = readDocument(configurationText, imageConfiguration);
  if (configuration === undefined) return wrong('the configuration is not an image configuration');
  if (configuration.read.rootfs.diff_ids.length !== manifest.read.layers.length) {
    return wrong('the manifest and the configuration list different layers');
  }
  return known({ image, manifest, configuration });
}

function readDocument<T>(text: string, schema: z.ZodType<T>): Document<T> | undefined {
  const whole = parseJson(text);
  const { data: read } = schema.safeParse(whole);
  return read !== undefined && isJsonObject(whole) ? { read, whole } : undefined;
}
