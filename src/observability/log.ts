import pino from 'pino';
import { describeError } from './describe-error.ts';

/** How much it matters; what is below the log's level is dropped. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** What a line says beside its message. Nothing nested, so that nothing comes along that nobody thought of. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Lines of JSON. */
export interface Log {
  readonly debug: (message: string, fields?: LogFields) => void;
  readonly info: (message: string, fields?: LogFields) => void;
  readonly warn: (message: string, fields?: LogFields) => void;
  readonly error: (message: string, fields?: LogFields) => void;
  /** Something that failed and did not end anything; of an error only its sentence and code are told. */
  readonly failure: (message: string, error: unknown, fields?: LogFields) => void;
}

export interface LogOptions {
  readonly level: LogLevel;
  /** Takes each line at once, or else what is logged last is lost. */
  readonly output: { readonly write: (line: string) => unknown };
  /** Fields of what is being worked on. */
  readonly context: () => LogFields;
}

/** A log by pino. */
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
    failure: (message, error, fields = {}) => logger.warn({ ...fields, ...describeError(error) }, message),
  };
}
