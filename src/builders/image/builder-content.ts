import type { Offer } from '../../buildpacks/offer.ts';
import type { ResolvedOrder } from '../../buildpacks/resolution.ts';
import type { BuilderLifecycle } from '../parts/read-lifecycle.ts';
import type { BuilderStack } from '../parts/read-stack.ts';

/** All that a builder image is made of; its digest depends on nothing else. */
export interface BuilderContent {
  /** Where it goes, in full: `registry.example.com/builders/java:latest`. */
  readonly tag: string;
  readonly stack: BuilderStack;
  readonly lifecycle: BuilderLifecycle;
  /** Everything that the order needs, each id and version once. */
  readonly buildpacks: readonly Offer[];
  readonly order: ResolvedOrder;
  /** `spec.additionalLabels`. */
  readonly labels: Readonly<Record<string, string>>;
  /** The newest Platform API that builds may use: above 0.11 the lifecycle wants a run.toml. */
  readonly maximumPlatformApi: string;
}
