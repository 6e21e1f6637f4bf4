import type { ImageFacts } from '../api/taskpack/image-facts.ts';
import { defined } from '../model/defined.ts';
import { MAXIMUM_SETTING, type PlatformApi } from '../model/platform-api.ts';
import type { FieldProblem } from '../model/problem.ts';
import type { TaskBuilder } from '../model/resolved-builder.ts';
import { builderImageFromFacts } from './builder-image.ts';
import type { BuilderReference } from './builder-reference.ts';
import { refuseExtensions } from './image-extensions.ts';
import { choosePlatformApi, usablePlatformApis } from './platform-api.ts';

/** A builder for a generated Task, or the reasons why the image cannot be used. */
export type TaskBuilderResult =
  | { readonly kind: 'builder'; readonly builder: TaskBuilder; readonly warnings: readonly FieldProblem[] }
  /** One sentence per problem. */
  | { readonly kind: 'problems'; readonly problems: readonly string[] };

/** The requirements of a Task for its builder. */
export interface TaskBuilderNeeds {
  /** The Platform API version that the user requires. */
  readonly wanted?: PlatformApi;
  /** The maximum if the user requires no version. `undefined`: as for Builds without a maximum. */
  readonly maximum: PlatformApi | undefined;
  /** The execution environment of the run. */
  readonly execEnv?: string;
  /** A rebase runs no image extensions. Absent: `build`. */
  readonly operation?: 'build' | 'rebase';
}

/** Resolves the builder of a generated Task from its facts. */
export function taskBuilder(
  reference: Omit<BuilderReference, 'path'>,
  facts: ImageFacts,
  { wanted, maximum, execEnv, operation }: TaskBuilderNeeds,
): TaskBuilderResult {
  const found: FieldProblem[] = [];
  const builder = builderImageFromFacts({ ...reference, path: [] }, facts, (problem) => found.push(problem));
  if (builder === undefined) return problems(found);
  if (operation !== 'rebase') refuseExtensions(builder, (problem) => found.push(problem));
  const limit = wanted === undefined ? { maximum, setting: MAXIMUM_SETTING } : { maximum: wanted };
  const limits = { ...limit, ...defined({ execEnv }) };
  const api = choosePlatformApi(builder, limits, (problem) => found.push(problem));
  const errors = found.filter(({ severity }) => severity === 'error');
  if (api === undefined || errors.length > 0) return problems(errors);
  if (wanted !== undefined && api.replace('v', '') !== wanted) {
    const usable = usablePlatformApis(builder).join(', ');
    const sentence = `builder image ${builder.image} does not support platform API ${wanted}: use one of ${usable}`;
    return { kind: 'problems', problems: [sentence] };
  }
  const { image: pinned, uid, gid, runImage } = builder;
  return { kind: 'builder', builder: { image: pinned, uid, gid, platformApi: api, runImage }, warnings: found };
}

function problems(found: readonly FieldProblem[]): TaskBuilderResult {
  return {
    kind: 'problems',
    problems: found.map(({ message, details }) => (details === undefined ? message : `${message} (${details})`)),
  };
}
