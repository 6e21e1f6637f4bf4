import { isJsonList, isJsonObject, parseJson, type Json, type JsonObject } from '../../core/model/json.ts';
import { MASK } from '../../core/model/mask-url-logins.ts';

/** Fields that repeat the object, or are long and say nothing about it. */
const LEFT_OUT: ReadonlySet<string> = new Set(['managedFields']);

/** Settings whose values can be secrets: the headers of a collector often have a key. */
const SECRET_SETTINGS = /^OTEL_EXPORTER_OTLP_(?:[A-Z]+_)?HEADERS$/;

/**
 * Returns a copy in which possible secrets are masked: the values of variables, the data of Secrets, and what `maskText` finds
 * in texts. JSON in texts, such as annotations, is masked in the same way.
 */
export function maskedJson(value: Json, maskText: (text: string) => string): Json {
  if (typeof value === 'string') return maskedText(value, maskText);
  if (isJsonList(value)) return value.map((item) => maskedJson(item, maskText));
  if (isJsonObject(value)) return maskedObject(value, maskText);
  return value;
}

function maskedObject(object: JsonObject, maskText: (text: string) => string): JsonObject {
  const isSecret = object['kind'] === 'Secret';
  const isVariable = typeof object['name'] === 'string' && typeof object['value'] === 'string';
  return Object.fromEntries(
    Object.entries(object)
      .filter(([key]) => !LEFT_OUT.has(key))
      .map(([key, value]): [string, Json] => {
        if (isSecret && (key === 'data' || key === 'stringData')) return [key, MASK];
        if (SECRET_SETTINGS.test(key)) return [key, MASK];
        return [key, isVariable && key === 'value' ? MASK : maskedJson(value ?? null, maskText)];
      }),
  );
}

/** Masks a text, or the JSON document that it contains. */
function maskedText(text: string, maskText: (text: string) => string): string {
  const document = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  return isJson(document) ? JSON.stringify(maskedJson(document, maskText)) : maskText(text);
}

function isJson(document: unknown): document is Json {
  return typeof document === 'object' && document !== null;
}
