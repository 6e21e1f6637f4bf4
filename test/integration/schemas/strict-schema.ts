type Schema = Readonly<Record<string, unknown>>;

/** Returns the schema with unknown fields forbidden and without Kubernetes' extensions (`x-kubernetes-…`). */
export function forbidUnknown(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(forbidUnknown);
  if (typeof schema !== 'object' || schema === null) return schema;
  const own = Object.entries(schema as Schema)
    .filter(([key]) => !key.startsWith('x-kubernetes-') && key !== 'format' && key !== 'default')
    .map(([key, value]) => [key, key === 'properties' ? mapValues(value as Schema) : forbidUnknown(value)]);
  return { ...Object.fromEntries(own), ...(isClosed(schema as Schema) && { additionalProperties: false }) };
}

function mapValues(properties: Schema): Schema {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, forbidUnknown(schema)]));
}

function isClosed(schema: Schema): boolean {
  return (
    schema['properties'] !== undefined &&
    schema['additionalProperties'] === undefined &&
    schema['x-kubernetes-preserve-unknown-fields'] !== true
  );
}
