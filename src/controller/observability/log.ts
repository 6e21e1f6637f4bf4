import pino from 'pino';

/** The severity of a line. Lines below the log's level are dropped. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** The fields of a line. Nested objects are not allowed, because they could bring secrets into the log. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Writes lines of JSON. */
export interface Log {
  readonly debug: (message: string, fields?: LogFields) => void;
  readonly info: (message: string, fields?: LogFields) => void;
  readonly warn: (message: string, fields?: LogFields) => void;
  readonly error: (message: string, fields?: LogFields) => void;
  /** Warns of a failure that the process recovers from, with the message and the code of its error. */
  readonly failure: (message: string, error: unknown, fields?: LogFields) => void;
}

export interface LogOptions {
  readonly level: LogLevel;
  /** Must write each line synchronously; otherwise the last lines before an exit are lost. */
  readonly output: { readonly write: (line: string) => unknown };
  /** Returns the fields of the current reconcile. */
  readonly context: () => LogFields;
}

/** Creates a log. */
export function makeLog({ level, output, context }: LogOptions): Log {
  const logger = pino(
    {
      level,
      base: null,
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => ({ ...context() }),
    },
    { write: (line) => void output.write(line) },
  );
  const at =
    (of: LogLevel) =>
    (message: string, fields: LogFields = {}): void =>
      logger[of](fields, message);
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    failure: (message, error, fields = {}) => logger.warn({ ...fields, ...errorFields(error) }, message),
  };
}

/** Returns the message and the code of an error. A JavaScript error is a bug in taskpack, so its stack is included. */
function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error === 'string' ? error : 'not an Error object' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const stack = isBug(error) ? error.stack : undefined;
  return { error: error.message, ...(code !== undefined && { code }), ...(stack !== undefined && { stack }) };
}

function isBug({ name }: Error): boolean {
  return ['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'AssertionError'].includes(name);
}
