import { isJsonObject, parseJson } from '../../core/model/json.ts';
import { objectsAt, textAt } from '../../core/model/json-field.ts';
import type { SigningKey } from './signing-key.ts';

/** The media type of an envelope (DSSE, envelope.md). */
export const ENVELOPE_TYPE = 'application/vnd.dsse.envelope.v1+json';

/** The type of the payload: an in-toto statement as JSON. */
const STATEMENT_TYPE = 'application/vnd.in-toto+json';

/** Returns an envelope with a signed statement, with the same fields as cosign's. */
export function signedEnvelope(statement: string, key: SigningKey): Uint8Array {
  const payload = Buffer.from(statement);
  const sig = key.sign(preAuthenticationEncoding(payload));
  return Buffer.from(
    JSON.stringify({
      payloadType: STATEMENT_TYPE,
      payload: payload.toString('base64'),
      signatures: [{ keyid: '', sig }],
    }),
  );
}

/** An envelope's statement, and if the key has signed it. */
export interface OpenedEnvelope {
  readonly statement: string;
  readonly isSigned: boolean;
}

/** Opens an envelope. Returns `undefined` if the content is not an envelope with a statement. */
export function openEnvelope(content: Uint8Array, key: SigningKey): OpenedEnvelope | undefined {
  const envelope = parseJson(Buffer.from(content).toString());
  if (!isJsonObject(envelope) || envelope['payloadType'] !== STATEMENT_TYPE) return undefined;
  const payload = Buffer.from(textAt(envelope, 'payload') ?? '', 'base64');
  const encoded = preAuthenticationEncoding(payload);
  const isSigned = objectsAt(envelope, 'signatures').some((one) => key.verify(encoded, textAt(one, 'sig') ?? ''));
  return { statement: payload.toString(), isSigned };
}

/** Returns the bytes that are signed (DSSE, protocol.md, "PAE"). */
function preAuthenticationEncoding(payload: Uint8Array): Uint8Array {
  return Buffer.concat([
    Buffer.from(`DSSEv1 ${STATEMENT_TYPE.length} ${STATEMENT_TYPE} ${payload.length} `),
    Buffer.from(payload),
  ]);
}
