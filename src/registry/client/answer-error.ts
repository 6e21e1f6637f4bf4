import type { Redaction } from '../../http/redaction.ts';
import { parseRetryAfter } from '../../http/retry-after.ts';
import { isJsonList, isJsonObject, type Json } from '../../model/json.ts';
import type { HttpAnswer } from './http-request.ts';
import { RegistryError, type Diagnostic, type RegistryErrorCode, type Subject } from './registry-error.ts';
import type { Wire } from './wire.ts';

const LONGEST_BODY = 65_536;
const MOST_DIAGNOSTICS = 5;

/** The error of an answer with a status that means failure; reads its body. `who` is `registry HOST` or alike. */
export async function answerError(
  wire: Wire,
  answer: HttpAnswer,
  subject: Subject,
  who: string,
): Promise<RegistryError> {
  const { status } = answer;
  const diagnostics = readDiagnostics(await startOf(answer), wire.redaction);
  const words = diagnostics.map(({ code, message }) => [code, message].filter((part) => part !== '').join(': '));
  const code = codeOf(status, diagnostics);
  const retryAfter = parseRetryAfter(answer.header('retry-after'), wire.collaborators.now());
  return new RegistryError(code, subject, sentenceOf(code, who, [`${status}`, words.join('; ')].join(' ').trim()), {
    status,
    diagnostics,
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

/** What a status can mean. */
type AnswerCode = Extract<
  RegistryErrorCode,
  | 'UNAUTHORIZED'
  | 'DENIED'
  | 'NOT_FOUND'
  | 'TIMED_OUT'
  | 'RATE_LIMITED'
  | 'UNAVAILABLE'
  | 'BAD_ANSWER'
  | 'DIGEST_MISMATCH'
  | 'REFUSED'
>;

function codeOf(status: number, diagnostics: readonly Diagnostic[]): AnswerCode {
  if (status === 401) return 'UNAUTHORIZED';
  if (status === 403) return 'DENIED';
  if (status === 404) return 'NOT_FOUND';
  if (status === 408) return 'TIMED_OUT';
  if (status === 429) return 'RATE_LIMITED';
  if (status >= 500) return 'UNAVAILABLE';
  if (status < 400) return 'BAD_ANSWER';
  return diagnostics.some(({ code }) => code === 'DIGEST_INVALID') ? 'DIGEST_MISMATCH' : 'REFUSED';
}

function sentenceOf(code: AnswerCode, who: string, answer: string): string {
  switch (code) {
    case 'UNAUTHORIZED':
      return `${who} refuses access (${answer}); check the credentials for it, and that the repository exists`;
    case 'DENIED':
      return `${who} denies access (${answer}); the account may lack the right to it`;
    case 'NOT_FOUND':
      return `${who} does not have it (${answer})`;
    case 'TIMED_OUT':
      return `${who} gave up waiting for the request (${answer})`;
    case 'RATE_LIMITED':
      return `${who} limits how often it is asked (${answer}); try again later, or with credentials`;
    case 'UNAVAILABLE':
      return `${who} fails (${answer}); try again later`;
    case 'DIGEST_MISMATCH':
      return `${who} received other content than the digest says (${answer})`;
    case 'REFUSED':
      return `${who} refuses the request (${answer})`;
    case 'BAD_ANSWER':
      return `${who} answers against the specification (${answer})`;
  }
}

/** What there is of an error's body; the status says enough without. */
async function startOf({ body }: HttpAnswer): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > LONGEST_BODY) break;
    }
  } catch {
    // An aborted signal shows at the next step.
  }
  return Buffer.concat(chunks).toString();
}

/** `{"errors": [{"code", "message"}]}` (OCI distribution specification, "Error Codes"); a token server may have one alone. */
function readDiagnostics(text: string, { redact }: Redaction): readonly Diagnostic[] {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return [];
  }
  if (!isJsonObject(body)) return [];
  const { errors, details, message } = body;
  const list: readonly Json[] =
    errors !== undefined && isJsonList(errors) ? errors : [{ message: details ?? message ?? '' }];
  return list
    .filter(isJsonObject)
    .slice(0, MOST_DIAGNOSTICS)
    .map((error) => ({ code: redact(asText(error['code'])), message: redact(asText(error['message'])) }))
    .filter((diagnostic) => diagnostic.code !== '' || diagnostic.message !== '');
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
