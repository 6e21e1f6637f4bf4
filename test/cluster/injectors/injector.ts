import type { Additions } from './json-patch.ts';
import type { Pod } from './pod.ts';

/**
 * Returns the namespace label that selects the injector of this server. A real mesh has a cluster of its own and needs no such
 * label. Several processes have injectors of a variant in one cluster, so the port of the server is part of the label.
 */
export function injectorLabel(variant: string, server: { readonly url: string }): Readonly<Record<string, string>> {
  return { [`test-bed/injector-${variant}`]: new URL(server.url).port };
}

/** The image of the injected containers. It needs `sh`, and `ip` for the network gate. */
export interface InjectedImages {
  readonly proxy: string;
  readonly init: string;
}

/** The labels and annotations of a namespace or a pod. */
export interface Marks {
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** One way to inject a mesh's proxy. */
export interface Injector {
  /** The labels and annotations of a namespace with injection enabled. */
  readonly enabling: Marks;
  /** The webhook's fields besides address and rules, as the mesh installs them. */
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
