import type { Additions } from './json-patch.ts';
import type { Pod } from './pod.ts';

/** The label of a namespace that says which injector is at work in it: real meshes have a cluster for themselves. */
export const INJECTOR_LABEL = 'test-bed/injector';

/** Whose images the added containers run; all that they need of one is `sh`, and `ip` for the network gate. */
export interface InjectedImages {
  readonly proxy: string;
  readonly init: string;
}

/** The labels and annotations of a namespace or a pod. */
export interface Marks {
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** One way in which a mesh adds its proxy. */
export interface Injector {
  /** What a namespace wears where the mesh is on. */
  readonly enabling: Marks;
  /** Fields of the webhook beside address and rules, as the mesh installs it. */
  readonly webhook: {
    readonly name: string;
    readonly failurePolicy: 'Fail' | 'Ignore';
    readonly namespaceExpressions: readonly Expression[];
    readonly objectExpressions: readonly Expression[];
  };
  injects(pod: Pod, namespace: Marks): boolean;
  additions(images: InjectedImages): Additions;
}

/** One requirement of a label selector. */
export interface Expression {
  readonly key: string;
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
  readonly values?: readonly string[];
}
