import type { ImageFacts } from '../../api/taskpack/image-facts.ts';
import type { KubeClient } from '../../kube/client/kube-client.ts';
import type { KubeObject } from '../../kube/client/kube-object.ts';
import type { FindPlural } from './start/find-plural.ts';
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

/** The last lines of a container's log, without the secrets of the Build that it is of. */
export type ReadLogTail = (build: KubeObject, place: ContainerPlace, signal: AbortSignal) => Promise<readonly string[]>;

/** The world outside, as far as Builds need it. */
export interface BuildPorts {
  readonly client: Pick<KubeClient, 'get' | 'list' | 'create' | 'delete' | 'patch'>;
  readonly registry: BuildRegistry;
  readonly readLogTail: ReadLogTail;
  readonly recordEvent: RecordEvent;
  readonly findPlural: FindPlural;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds since some moment, on a clock that nobody sets. */
  readonly elapsed: () => number;
}
