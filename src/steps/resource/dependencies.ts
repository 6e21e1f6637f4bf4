import type { Redaction } from '../../clients/http/redaction.ts';

export interface ResourceDependencies {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly redaction: Redaction;
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}
