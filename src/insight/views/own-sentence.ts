/** kpack's words end with this command. Lines of the log before it can contain the same text, so the last one counts. */
const AFTER_COMMAND = /^.*: For more info use `kubectl logs [^`\n]*`\. (?<own>.+)$/s;

/**
 * Returns taskpack's sentence at the end of the message of a failed phase, which has details such as the memory limit. The message begins
 * with kpack's words and a line of the log. Returns `undefined` for another message.
 */
export function ownSentence(message: string): string | undefined {
  return AFTER_COMMAND.exec(message)?.groups?.['own'];
}
