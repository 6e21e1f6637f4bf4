import type { OwnPrograms } from '../phases/own-programs.ts';

export interface TektonOptions {
  readonly programs: OwnPrograms;
  /** The dummy sidecar's image; absent: none is declared. */
  readonly dummySidecarImage?: string;
}
