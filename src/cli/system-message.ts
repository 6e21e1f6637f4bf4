import { getSystemErrorMap } from 'node:util';

/** What the operating system says of a failed call (`no such file or directory`), without Node's additions. */
export function systemMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { errno }: NodeJS.ErrnoException = error;
  return (errno === undefined ? undefined : getSystemErrorMap().get(errno)?.[1]) ?? error.message;
}
