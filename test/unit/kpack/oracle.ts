import type { Json, JsonObject } from '../../../src/core/model/json.ts';

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
    /** Empty if it is unknown. */
    readonly architecture: string;
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

/** A request to the program, which answers it with one Pod. */
export interface PodQuestion extends KpackRequest {
  readonly injectedSidecars: boolean;
}

/** Sends all requests to the program at once. */
export type AskForPods = (questions: readonly PodQuestion[]) => readonly KpackAnswer[];

/** Asks for the Pod of each layout. */
export function askKpack(ask: AskForPods, questions: readonly Question[]): readonly KpackAnswers[] {
  const answers = ask(
    questions.flatMap(({ request }) => [
      { ...request, injectedSidecars: false },
      { ...request, injectedSidecars: true },
    ]),
  );
  return questions.map(({ refusal }, index) => {
    const [init, containers] = answers.slice(2 * index, 2 * index + 2);
    if (init === undefined || containers === undefined) throw new Error('kpack-pod has left a question open');
    // kpack's webhook validates before its controller looks up objects.
    if (refusal === undefined || init.refusal !== undefined) return { init, containers };
    return { init: { refusal }, containers: { refusal } };
  });
}
