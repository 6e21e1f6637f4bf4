import type { SourceLimits } from '../model/source-limits.ts';

/** What an installation decides once, whatever is built. */
export interface Settings {
  /** The image that prepare and completion run in. */
  readonly stepsImage: string;
  /** The image of the waiter and of the dummy sidecar. */
  readonly entrypointImage: string;
  /** The highest CNB Platform API that the lifecycle is asked to speak. */
  readonly maximumPlatformApi: string;
  /** Whether SSH hosts that no known_hosts names are trusted. */
  readonly trustUnknownSshHosts: boolean;
  /** What a source may have at most. */
  readonly sourceLimits: SourceLimits;
  /** How the waiter reaches the containers of the `containers` layout. */
  readonly waiterDelivery: 'hook' | 'init';
  /** Whether admission adds sidecars to Pods; `auto`: ask the API server, which files cannot. */
  readonly injectedSidecars: 'false' | 'true' | 'auto';
}
