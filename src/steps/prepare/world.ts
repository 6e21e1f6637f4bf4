import type { Redaction } from '../../http/redaction.ts';
import type { SourceLimits } from '../../model/source-limits.ts';
import type { Collaborators } from '../../registry/client/collaborators.ts';

/** Where prepare puts things. */
export interface Paths {
  readonly workspace: string;
  readonly platform: string;
  /** What buildpacks never see: credentials are written here alone. */
  readonly home: string;
  readonly projectMetadata: string;
}

/** All that prepare touches of the world outside. */
export interface World {
  /** The document of inputs; why it builds is in files beside it. */
  readonly inputsFile: string;
  readonly paths: Paths;
  /** As whom prepare runs. */
  readonly user: { readonly uid: number; readonly gid: number };
  /** Node's name of the processor's architecture. */
  readonly architecture: string;
  /** Prepare's own variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly network: Collaborators;
  readonly redaction: Redaction;
  /** Ends everything. */
  readonly signal: AbortSignal;
  /** Prints a line of the build's log. */
  readonly log: (line: string) => void;
}

/** The world of whatever fetches a source. */
export interface SourceWorld extends World {
  readonly limits: SourceLimits;
}
