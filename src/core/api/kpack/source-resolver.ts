import * as z from 'zod';
import type { Immutable } from '../immutable.ts';
import { objectMeta } from '../kubernetes/object-meta.ts';
import { localObjectReference } from '../kubernetes/references.ts';
import { source } from './build.ts';
import { status } from './status.ts';
import { optionalBoolean, optionalInteger, optionalString } from '../optional-fields.ts';

/** taskpack's annotation that makes polling slower or turns it off, and turns it on for blobs and images. */
export const POLL_INTERVAL_ANNOTATION = 'taskpack.dev/poll-interval';

/** kpack's ResolvedSourceConfig. A status that kpack wrote can have the type `Unknown`. */
const resolvedSource = z.looseObject({
  git: z
    .looseObject({
      url: z.string(),
      revision: z.string(),
      subPath: optionalString,
      tree: optionalString,
      type: z.string(),
      initializeSubmodules: optionalBoolean,
    })
    .exactOptional(),
  blob: z
    .looseObject({
      url: z.string(),
      auth: optionalString,
      subPath: optionalString,
      stripComponents: optionalInteger,
      /** taskpack's field: see `BlobVersion`. */
      version: optionalString,
    })
    .exactOptional(),
  registry: z
    .looseObject({
      image: z.string(),
      subPath: optionalString,
      imagePullSecrets: z.array(localObjectReference).exactOptional(),
    })
    .exactOptional(),
});

/** The source of an Image, resolved to what a Build can fetch. */
export type ResolvedSource = Immutable<z.output<typeof resolvedSource>>;

/** A SourceResolver in v1alpha2. v1alpha1 has the same fields. */
export const sourceResolver = z.strictObject({
  apiVersion: z.literal('kpack.io/v1alpha2'),
  kind: z.literal('SourceResolver'),
  metadata: objectMeta,
  spec: z.strictObject({ serviceAccount: optionalString, source }),
  status: status.extend({ source: resolvedSource.exactOptional() }).exactOptional(),
});

/** A source whose revision is kept up to date. kpack creates one for each Image. */
export type SourceResolver = Immutable<z.output<typeof sourceResolver>>;
