import type { ImageFacts } from '../../core/api/taskpack/image-facts.ts';
import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import type { LineMask } from '../../core/mask/line-mask.ts';
import type { PhaseStart } from '../../core/model/build-progress.ts';
import type { Pod } from '../../core/model/objects/pod.ts';
import type { Networks } from '../../core/network/networks.ts';
import type { Account } from '../registry-access/account.ts';
import type { Clock } from '../../core/runtime/clock.ts';
import type { ControllerSettings } from '../../core/settings/controller-settings.ts';
import type { RecordEvent } from '../kit/events.ts';
import type { ClusterView } from './observe/cluster-view.ts';
import type { TektonFlags } from './start/tekton-flags.ts';
import type { StateBetweenReconciles } from './state-between-reconciles/state-between-reconciles.ts';
import type { KnownSecrets } from './status/masking.ts';
import type { Backend } from './status/recorded-status.ts';

/** The settings of the Build controller, and its clients and functions. */
export interface BuildDependencies {
  readonly settings: ControllerSettings;
  readonly client: Pick<KubeClient, 'get' | 'list' | 'create' | 'delete' | 'patch'>;
  readonly registry: BuildRegistry;
  readonly networks: Pick<Networks, 'ofBuilds'>;
  /** Reads the values that no log may show: the Secrets of the Build's account, and those that its workload mounts. */
  readonly readSecrets: (build: KubeObject, mounted: readonly string[], signal: AbortSignal) => Promise<KnownSecrets>;
  /** Returns the last lines of a container's log, masked; none if the log cannot be read. */
  readonly readLogTail: (
    container: ContainerReference,
    mask: LineMask,
    signal: AbortSignal,
  ) => Promise<readonly string[]>;
  /** Reads from the log of a creator when its phases started; none if the log cannot be read. */
  readonly readPhaseStarts: (container: ContainerReference) => Promise<readonly PhaseStart[]>;
  readonly recordEvent: RecordEvent;
  /** Names the backend of the Build that is being reconciled, for logs and traces. */
  readonly recordBackend: (backend: Backend) => void;
  /** Returns the trace context of the Build with a UID, if its trace is exported. */
  readonly traceContextOf: (uid: string) => Readonly<Record<string, string>> | undefined;
  /**
   * Receives each Build once, after its final status is written, and its Pod as the cache has it. A process that is killed right after
   * the write does not call it.
   */
  readonly onFinished: (build: KubeObject, pod: Pod | undefined) => void;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
}

/** The dependencies and the state that the functions of one reconcile share. */
export interface BuildContext extends BuildDependencies {
  readonly cluster: ClusterView;
  readonly betweenReconciles: StateBetweenReconciles;
  readonly tektonFlags: TektonFlags;
  /** Returns the plural of a kind, which names its resource; `undefined` if the API server does not serve that kind. */
  readonly findPlural: (apiVersion: string, kind: string, signal: AbortSignal) => Promise<string | undefined>;
  /** Aborts the reconcile. */
  readonly signal: AbortSignal;
}

/** Reads facts, labels and digests of images from registries with the credentials of an account. */
export interface BuildRegistry {
  readonly facts: (image: string, account: Account, signal?: AbortSignal, architecture?: string) => Promise<ImageFacts>;
  readonly labels: (image: string, account: Account, signal?: AbortSignal) => Promise<ReadonlyMap<string, string>>;
  readonly digest: (image: string, account: Account, signal?: AbortSignal) => Promise<string>;
}

export interface ContainerReference {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}
