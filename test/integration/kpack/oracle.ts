import { spawnSync } from 'node:child_process';
import type { Json, JsonObject } from '../../../src/model/json.ts';

/** The input of kpack's BuildPod, as a request to the program (test/cluster/programs/kpack). */
export interface KpackRequest {
  /** The Build as its user wrote it. */
  readonly build: JsonObject;
  /** True if kpack's controller is the author, which may use fields that users may not. */
  readonly byController: boolean;
  readonly secrets: readonly Json[];
  readonly imagePullSecrets: readonly { readonly name: string }[];
  readonly bindings: {
    readonly services: readonly { readonly name: string; readonly secret?: string }[];
    readonly cnb: readonly { readonly name: string; readonly metadata: string; readonly secret?: string }[];
  };
  readonly builder: {
    readonly image: string;
    readonly stackId: string;
    readonly runImage: string;
    readonly uid: number;
    readonly gid: number;
    readonly platformApis: readonly string[];
  };
  readonly maximumPlatformApi: string;
  readonly trustUnknownSshHosts: boolean;
  readonly images: Readonly<Record<'buildInit' | 'buildWaiter' | 'completion' | 'rebase', string>>;
}

/** A request, or the reason why kpack's controller stops before BuildPod. */
export type Question = { readonly request: KpackRequest; readonly refusal?: string };

export type KpackAnswer =
  | { readonly pod: JsonObject; readonly refusal?: never }
  | { readonly refusal: string; readonly pod?: never };

/** kpack's response: a Pod for each layout, or a refusal. */
export type KpackAnswers = Readonly<Record<'init' | 'containers', KpackAnswer>>;

/** Sends all requests to kpack at once. */
export function askKpack(program: string, questions: readonly Question[]): readonly KpackAnswers[] {
  const lines = questions.flatMap(({ request }) => [
    JSON.stringify({ ...request, injectedSidecars: false }),
    JSON.stringify({ ...request, injectedSidecars: true }),
  ]);
  const answers = run(program, lines);
  return questions.map(({ refusal }, index) => {
    const [init, containers] = answers.slice(2 * index, 2 * index + 2);
    if (init === undefined || containers === undefined) throw new Error('kpack-pod has left a question open');
    // kpack's webhook validates before its controller looks up objects.
    if (refusal === undefined || init.refusal !== undefined) return { init, containers };
    return { init: { refusal }, containers: { refusal } };
  });
}

function run(program: string, lines: readonly string[]): readonly KpackAnswer[] {
  const { status, stdout, stderr, error } = spawnSync(program, {
    input: lines.join('\n'),
    encoding: 'utf8',
    maxBuffer: 512 * 1024 * 1024,
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`kpack-pod failed: ${stderr}`);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as KpackAnswer);
}
