import { fields, optional, text } from './reader.ts';

/** The source of a Build, Image or SourceResolver (kpack, `corev1alpha1.SourceConfig` and `ResolvedSourceConfig`). */
export const source = fields({
  git: optional(fields({ url: text, revision: text, subPath: text })),
  blob: optional(fields({ url: text, subPath: text })),
  registry: optional(fields({ image: text, subPath: text })),
  subPath: text,
});

export type Source = ReturnType<typeof source>;
