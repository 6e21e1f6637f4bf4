import { oneLine } from '../../src/core/model/one-line.ts';

/** The promises of the code for every input. */
export interface Promises {
  /** Returns the code of an error of the closed set, and `undefined` for every other error. */
  readonly codeOf: (error: unknown) => string | undefined;
  /** Texts that no error may contain. */
  readonly secrets?: readonly string[];
}

/** How the code ended: with a value, or with an error that keeps the promises. */
export type Ending<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'error'; readonly code: string };

/** The longest message of an error: a message becomes part of a status or of a log line. */
const MAX_MESSAGE_BYTES = 4_096;

/** No case takes a second on an idle core. The limit only tells slow from endless, also on a busy machine. */
const MAX_MS = 120_000;

/** Runs the code and returns how it ended. Throws if it never ends, or if its error breaks a promise. */
export async function endingOf<T>(work: () => T | Promise<T>, promises: Promises): Promise<Ending<T>> {
  try {
    return { kind: 'value', value: await inTime(work) };
  } catch (error) {
    if (error instanceof BrokenPromise) throw error;
    const code = promises.codeOf(error);
    if (code === undefined) throw new BrokenPromise('an error outside of the closed set of codes', error);
    if (programmingError(error)) throw new BrokenPromise('an error of the program, not of the input', error);
    checkMessage(error instanceof Error ? error.message : String(error), promises.secrets);
    for (const text of causes(error)) refuseSecrets(text, promises.secrets);
    return { kind: 'error', code };
  }
}

/** Throws unless a message is one short line without secrets. */
export function checkMessage(message: string, secrets: readonly string[] = []): void {
  const bytes = Buffer.byteLength(message);
  if (bytes > MAX_MESSAGE_BYTES) throw new BrokenPromise(`a message of ${bytes} bytes: ${message.slice(0, 200)}…`);
  if (oneLine(message) !== message) throw new BrokenPromise(`control characters in ${JSON.stringify(message)}`);
  refuseSecrets(message, secrets);
}

/** A promise that the code breaks: a finding. */
export class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise';

  constructor(message: string, cause?: unknown) {
    const shown = cause instanceof Error ? `: ${cause.stack ?? cause.message}` : '';
    super(`${message}${shown}`, cause === undefined ? {} : { cause });
  }
}

function refuseSecrets(text: string, secrets: readonly string[] = []): void {
  const found = secrets.find((secret) => text.includes(secret));
  if (found !== undefined) throw new BrokenPromise(`the secret ${found} in ${JSON.stringify(text.slice(0, 1000))}`);
}

async function inTime<T>(work: () => T | Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new BrokenPromise(`no end after ${MAX_MS} ms`)), MAX_MS);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** True if the error or one of its causes comes from code that did not expect the input. */
function programmingError(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError) return true;
  return error instanceof Error && error.cause !== undefined && programmingError(error.cause);
}

/** Returns the texts of the causes, which a debugger or a log can show. */
function causes(error: unknown): readonly string[] {
  if (!(error instanceof Error) || error.cause === undefined) return [];
  const { cause } = error;
  return [cause instanceof Error ? `${cause.message}\n${cause.stack}` : JSON.stringify(cause), ...causes(cause)];
}
