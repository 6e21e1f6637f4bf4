import type { ImageFacts } from '../api/taskpack/image-facts.ts';
import type { PlatformApi } from '../model/platform-api.ts';
import type { FieldProblem } from '../model/problem.ts';
import type { TaskBuilder } from '../model/task-builder.ts';
import { fromFacts, type BuilderImage, type Named } from './builder-image.ts';
import { choosePlatformApi } from './platform-api.ts';

export type TaskBuilderReading =
  | { readonly kind: 'builder'; readonly builder: TaskBuilder; readonly warnings: readonly FieldProblem[] }
  /** A sentence each. */
  | { readonly kind: 'problems'; readonly problems: readonly string[] };

/** The Platform API that is wanted, or the highest one that may be chosen. */
export interface WantedPlatformApi {
  readonly wanted?: PlatformApi;
  readonly maximum: PlatformApi;
}

/** What a builder's facts mean to a Task, which runs nothing that wants to be root, and so no image extensions. */
export function taskBuilder(
  named: Pick<Named, 'image' | 'status'>,
  facts: ImageFacts,
  { wanted, maximum }: WantedPlatformApi,
): TaskBuilderReading {
  const { image } = named;
  const found: FieldProblem[] = [];
  const builder = fromFacts({ ...named, path: [] }, facts, (problem) => found.push(problem));
  if (builder === undefined) return problems(found);
  if (builder.hasExtensions) {
    const sentence = `builder image ${image} has image extensions, whose Dockerfiles only root can apply: use a builder without`;
    return { kind: 'problems', problems: [sentence] };
  }
  const api = choosePlatformApi(builder, wanted ?? maximum, (problem) => found.push(problem));
  const errors = found.filter(({ severity }) => severity === 'error');
  if (api === undefined || errors.length > 0) return problems(errors);
  if (wanted !== undefined && api.replace('v', '') !== wanted)
    return { kind: 'problems', problems: [notSpoken(builder, wanted)] };
  const { image: pinned, uid, gid, runImage } = builder;
  return { kind: 'builder', builder: { image: pinned, uid, gid, platformApi: api, runImage }, warnings: found };
}

function problems(found: readonly FieldProblem[]): TaskBuilderReading {
  return { kind: 'problems', problems: found.map(({ message }) => message) };
}

function notSpoken({ image, platformApis }: BuilderImage, wanted: PlatformApi): string {
  return `builder image ${image} cannot be spoken to by platform API ${wanted}: it has ${platformApis.join(', ')}`;
}
