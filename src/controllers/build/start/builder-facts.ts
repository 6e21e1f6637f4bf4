import type { Build } from '../../../api/kpack/build.ts';
import type { ImageFacts } from '../../../api/taskpack/image-facts.ts';
import type { KnownBuilder } from '../../../resolver/world.ts';
import { fieldError, type FieldProblem } from '../../../model/problem.ts';
import type { BuildAccount, BuildRegistry } from '../build-ports.ts';
import { registryFailure } from '../../cluster/registry-failure.ts';

export type BuilderFacts =
  | { readonly kind: 'facts'; readonly facts: ImageFacts | undefined }
  | { readonly kind: 'refused'; readonly problem: FieldProblem };

/** What the registry says of the builder image; rejects where it may say something else the next time. */
export async function builderFacts(
  build: Build,
  namespace: string,
  builder: KnownBuilder | undefined,
  registry: BuildRegistry,
  signal: AbortSignal,
): Promise<BuilderFacts> {
  const { image: own, ref } = build.spec.builder;
  const image = ref === undefined ? own : builder?.status?.latestImage;
  if (image === undefined) return { kind: 'facts', facts: undefined };
  try {
    return { kind: 'facts', facts: await registry.facts(image, accountOf(build, namespace), signal) };
  } catch (error) {
    signal.throwIfAborted();
    const failure = registryFailure(error);
    if (failure.kind === 'transient') throw error;
    const message = `unable to fetch remote builder image: ${failure.error.message}`;
    return { kind: 'refused', problem: fieldError(['spec', 'builder'], message) };
  }
}

/** As whom a Build asks registries. */
export function accountOf({ spec }: Build, namespace: string): BuildAccount {
  const names = (spec.builder.imagePullSecrets ?? []).flatMap(({ name = '' }) => (name === '' ? [] : [name]));
  return {
    namespace,
    serviceAccount: spec.serviceAccountName,
    ...(names.length > 0 && { imagePullSecrets: names }),
  };
}
