import type { Expression } from '../injectors/injector.ts';
import type { Pod } from '../injectors/pod.ts';

/** The metadata of a Pod's ServiceAccount. */
export interface AccountMetadata {
  readonly annotations?: Readonly<Record<string, string>>;
}

/** A token of the Pod's ServiceAccount for the cloud, and the variables that go with the token. */
export interface GivenIdentity {
  readonly volume: string;
  readonly audience: string;
  readonly mountPath: string;
  readonly tokenFile: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The containers that get nothing. */
  readonly skipped: readonly string[];
}

/** A webhook that gives Pods the cloud identity of their ServiceAccount. */
export interface IdentityWebhook {
  /** The webhook's fields besides address and rules, as the cloud installs them. */
  readonly webhook: {
    readonly name: string;
    readonly failurePolicy: 'Fail' | 'Ignore';
    readonly namespaceExpressions: readonly Expression[];
    readonly objectExpressions: readonly Expression[];
  };
  /** Returns `undefined` if the Pod gets no identity. */
  given(pod: Pod, account: AccountMetadata): GivenIdentity | undefined;
}
