/** The labels and annotations of a Build that its Image writes (kpack, build_types.go). */
export const IMAGE_LABEL = 'image.kpack.io/image';
export const BUILD_NUMBER_LABEL = 'image.kpack.io/buildNumber';
export const IMAGE_GENERATION_LABEL = 'image.kpack.io/imageGeneration';
export const BUILDER_NAME_ANNOTATION = 'image.kpack.io/builderName';
export const BUILDER_KIND_ANNOTATION = 'image.kpack.io/builderKind';
/** Why the Build is needed, such as `COMMIT,CONFIG`. */
export const REASON_ANNOTATION = 'image.kpack.io/reason';
/** The reasons with the old and new values, as JSON. */
export const CHANGES_ANNOTATION = 'image.kpack.io/buildChanges';

/** Any value of this annotation of the newest Build requests another Build. */
export const TRIGGER_ANNOTATION = 'image.kpack.io/additionalBuildNeeded';

/** Cancels a Build, unless the value is `false`. An annotation does that, because the spec of a Build is immutable. */
export const CANCEL_ANNOTATION = 'taskpack.dev/cancel';

/** Returns the annotation with the reasons of a Build; an empty string if there is none. */
export function reasonsOf({ annotations = {} }: { readonly annotations?: Readonly<Record<string, string>> }): string {
  return annotations[REASON_ANNOTATION] ?? '';
}
