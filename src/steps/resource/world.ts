import type { Redaction } from '../../http/redaction.ts';

/** What a resource's step works with. */
export interface World {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly redaction: Redaction;
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}
