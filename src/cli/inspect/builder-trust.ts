import type { ImageFacts } from '../../core/api/taskpack/image-facts.ts';
import type { BuildPolicy } from '../../core/model/build-policy.ts';
import { findLifecycleImage } from '../../core/model/lifecycle-images.ts';
import { fieldNote, type FieldProblem } from '../../core/model/problem.ts';
import { builderImageFromFacts } from '../../core/resolver/builder-image.ts';
import { runsCreator } from '../../core/resolver/trusted-lifecycle.ts';

/**
 * Returns a note for each builder, with the `status.builderTrust` of the Builds that use it. Images that are not
 * builders get no note. Without lifecycle images, every builder is trusted, and there are no notes.
 */
export function builderTrustNotes(images: readonly ImageFacts[], settings: TrustSettings): readonly FieldProblem[] {
  if (Object.keys(settings.lifecycleImages).length === 0) return [];
  return images.flatMap((facts) => trustNote(facts, settings) ?? []);
}

/** The settings that decide which builders are trusted. */
export type TrustSettings = Pick<BuildPolicy, 'lifecycleImages' | 'creatorBuilders'>;

function trustNote(facts: ImageFacts, settings: TrustSettings): FieldProblem | undefined {
  // A build image has a user, too.
  if (facts.lifecycle === undefined && facts.buildpacks === undefined) return undefined;
  const builder = builderImageFromFacts({ image: facts.image, path: [] }, facts, () => undefined);
  if (builder === undefined) return undefined;
  if (runsCreator(builder, settings)) {
    return note(facts, 'Trusted', 'CREATOR_BUILDERS names it, so one container runs all phases of the lifecycle');
  }
  const { version, architecture } = builder.lifecycle;
  const image = findLifecycleImage(settings.lifecycleImages, builder.lifecycle);
  const lifecycle = architecture === undefined ? `${version}` : `${version} on ${architecture}`;
  if (image !== undefined) {
    return note(facts, 'Untrusted', `phases with registry credentials run lifecycle ${lifecycle} from ${image}`);
  }
  return version === undefined
    ? note(facts, 'Trusted', 'the image has no label with its lifecycle version')
    : note(facts, 'Trusted', `LIFECYCLE_IMAGES names no image for its lifecycle ${lifecycle}`);
}

function note({ image }: ImageFacts, trust: 'Trusted' | 'Untrusted', reason: string): FieldProblem {
  return fieldNote([], `${image}: Builds with this builder have the builderTrust ${trust}: ${reason}`);
}
