import type { SourceLimits } from '../model/source-limits.ts';

/** What a translation is told beside its documents. All of it is data: no clock, no environment. */
export interface TranslateOptions {
  readonly to: 'taskrun' | 'pod';
  /** Of Pods: phases as init containers, or as regular containers that wait for each other. */
  readonly layout: 'init' | 'containers';
  /** Of TaskRuns: whether the dummy sidecar is declared. */
  readonly dummySidecar: 'auto' | 'always' | 'never';
  /** Whether admission adds sidecars; where they are expected, the `containers` layout waits until told that they are ready. */
  readonly injectedSidecars: 'expected' | 'none';
  /** How the waiter reaches the containers of the `containers` layout. */
  readonly waiterDelivery: 'hook' | 'init';
  /** The highest CNB Platform API that the lifecycle is asked to speak, `major.minor`. */
  readonly maximumPlatformApi: string;
  /** Seconds since 1970: stands for the creation time of Builds that have none. */
  readonly now?: number;
  /** The namespace of documents that name none. */
  readonly namespace?: string;
  /** Whether whatever would be assumed with a warning is an error. */
  readonly strict: boolean;
  readonly images: OwnImages;
  /** Whether SSH hosts that no known_hosts names are trusted. */
  readonly trustUnknownSshHosts: boolean;
  readonly sourceLimits: SourceLimits;
}

/** The images of taskpack's own steps and of its waiter and dummy sidecar. */
export interface OwnImages {
  readonly steps: string;
  readonly entrypoint: string;
}
