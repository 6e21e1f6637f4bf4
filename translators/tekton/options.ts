import type { OwnPrograms } from '../phases/own-programs.ts';

export interface TektonOptions {
  readonly programs: OwnPrograms;
  /** As whom it runs: `isolated`, where not told, is an account of ours that lists no Secrets. */
  readonly serviceAccount?: 'isolated' | 'build';
  /** The dummy sidecar's image; absent: none is declared. */
  readonly dummySidecarImage?: string;
}
