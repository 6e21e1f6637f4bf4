import type { Json, JsonObject } from '../../core/model/json.ts';
import { fields, list, text } from '../../core/model/objects/reader.ts';
import type { SigningKey } from './signing-key.ts';

/** The media type of an envelope (DSSE, envelope.md). */
export const ENVELOPE_TYPE = 'application/vnd.dsse.envelope.v1+json';

/** The type of the payload: an in-toto statement as JSON. */
const STATEMENT_TYPE = 'application/vnd.in-toto+json';

/** Returns an envelope with a signed statement, with the same fields as cosign's. */
export function signedEnvelope(statement: string, key: SigningKey): JsonObject {
  const payload = Buffer.from(statement);
  const sig = key.sign(preAuthenticationEncoding(payload));
  return { payloadType: STATEMENT_TYPE, payload: payload.toString('base64'), signatures: [{ keyid: '', sig }] };
}

/** An envelope's statement, and if the key has signed it. */
export interface OpenedEnvelope {
  readonly statement: string;
  readonly isSigned: boolean;
}

const asEnvelope = fields({ payloadType: text, payload: text, signatures: list(fields({ sig: text })) });

/** Opens an envelope. Returns `undefined` if the value is not an envelope with a statement. */
export function openEnvelope(envelope: Json | undefined, key: SigningKey): OpenedEnvelope | undefined {
  const { payloadType, payload: base64 = '', signatures } = asEnvelope(envelope);
  if (payloadType !== STATEMENT_TYPE) return undefined;
  const payload = Buffer.from(base64, 'base64');
  const encoded = preAuthenticationEncoding(payload);
  const isSigned = signatures.some(({ sig = '' }) => key.verify(encoded, sig));
  return { statement: payload.toString(), isSigned };
}

/** Returns the bytes that are signed (DSSE, protocol.md, "PAE"). */
function preAuthenticationEncoding(payload: Uint8Array): Uint8Array {
  return Buffer.concat([
    Buffer.from(`DSSEv1 ${STATEMENT_TYPE.length} ${STATEMENT_TYPE} ${payload.length} `),
    Buffer.from(payload),
  ]);
}
