import type { ImageFacts } from '../../api/taskpack/image-facts.ts';
import type { KubeClient } from '../../kube/client/kube-client.ts';
import type { RecordEvent } from '../cluster/event-recorder.ts';

/** An account as one who has credentials for registries. */
export interface BuildAccount {
  readonly namespace: string;
  readonly serviceAccount: string;
  readonly imagePullSecrets?: readonly string[];
}

/** What registries say to the account of a Build. */
export interface BuildRegistry {
  readonly facts: (image: string, account: BuildAccount, signal?: AbortSignal) => Promise<ImageFacts>;
  readonly labels: (image: string, account: BuildAccount, signal?: AbortSignal) => Promise<ReadonlyMap<string, string>>;
}

export interface ContainerPlace {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}

/** The last lines of a container's log, with secrets masked. */
export type ReadLogTail = (place: ContainerPlace, signal: AbortSignal) => Promise<readonly string[]>;

/** The world outside, as far as Builds need it. */
export interface BuildPorts {
  readonly client: Pick<KubeClient, 'get' | 'list' | 'create' | 'delete' | 'patch'>;
  readonly registry: BuildRegistry;
  readonly readLogTail: ReadLogTail;
  readonly recordEvent: RecordEvent;
  /** Which resource an object of another kind belongs to (its plural); `undefined` where it is not served. */
  readonly findPlural: (apiVersion: string, kind: string, signal: AbortSignal) => Promise<string | undefined>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds since some moment, on a clock that nobody sets. */
  readonly elapsed: () => number;
}
