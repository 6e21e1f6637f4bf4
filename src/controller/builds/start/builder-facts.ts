import type { Build } from '../../../core/api/kpack/build.ts';
import type { ImageFacts } from '../../../core/api/taskpack/image-facts.ts';
import { chosenArchitecture } from '../../../core/resolver/architecture-constraints.ts';
import { fieldError, type FieldProblem } from '../../../core/model/problem.ts';
import type { Account } from '../../registry-access/account.ts';
import type { KnownBuilder } from '../../../core/resolver/referenced-objects.ts';
import { registryFailure } from '../../kit/registry-failure.ts';
import type { BuildContext } from '../build-context.ts';

export type BuilderFacts =
  | { readonly kind: 'facts'; readonly facts: ImageFacts | undefined }
  | { readonly kind: 'refused'; readonly problem: FieldProblem };

/** Reads the facts of the Build's builder image. Throws if the registry may answer differently the next time. */
export async function builderFacts(
  { registry, signal }: BuildContext,
  build: Build,
  namespace: string,
  builder: KnownBuilder | undefined,
): Promise<BuilderFacts> {
  const { ref } = build.spec.builder;
  const image = ref === undefined ? build.spec.builder.image : builder?.status?.latestImage;
  if (image === undefined) return { kind: 'facts', facts: undefined };
  try {
    const facts = await registry.facts(image, accountOf(build, namespace), signal, chosenArchitecture(build.spec));
    return { kind: 'facts', facts };
  } catch (error) {
    signal.throwIfAborted();
    const failure = registryFailure(error);
    if (failure.kind === 'transient') throw error;
    const message = `unable to fetch remote builder image: ${failure.error.message}`;
    return { kind: 'refused', problem: fieldError(['spec', 'builder'], message) };
  }
}

/** Returns the account whose credentials a Build uses for registries. */
export function accountOf({ spec }: Build, namespace: string): Account {
  const names = (spec.builder.imagePullSecrets ?? []).flatMap(({ name = '' }) => (name === '' ? [] : [name]));
  return {
    namespace,
    serviceAccount: spec.serviceAccountName,
    ...(names.length > 0 && { imagePullSecrets: names }),
  };
}
