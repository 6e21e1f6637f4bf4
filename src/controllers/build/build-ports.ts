import type { ImageFacts } from '../../api/taskpack/image-facts.ts';
import type { KubeClient } from '../../kube/client/kube-client.ts';
import type { KubeObject } from '../../kube/client/kube-object.ts';
import type { LineMask } from '../../mask/line-mask.ts';
import type { KnownSecrets } from './masking/masking.ts';
import type { Backend } from './observe/recorded-status.ts';
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

/** Reads what must not be shown of a Build: of its account's Secrets, and of these, which its workload mounts. */
export type ReadSecrets = (build: KubeObject, mounted: readonly string[], signal: AbortSignal) => Promise<KnownSecrets>;

/** The last lines of a container's log; nothing where it cannot be had. */
export type ReadLogTail = (place: ContainerPlace, mask: LineMask, signal: AbortSignal) => Promise<readonly string[]>;

/** The world outside, as far as Builds need it. */
export interface BuildPorts {
  readonly client: Pick<KubeClient, 'get' | 'list' | 'create' | 'delete' | 'patch'>;
  readonly registry: BuildRegistry;
  readonly readSecrets: ReadSecrets;
  readonly readLogTail: ReadLogTail;
  readonly recordEvent: RecordEvent;
  readonly findPlural: FindPlural;
  /** Tells whoever looks on what runs the Build that is worked on. */
  readonly noteBackend: (backend: Backend) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds since some moment, on a clock that nobody sets. */
  readonly elapsed: () => number;
}
