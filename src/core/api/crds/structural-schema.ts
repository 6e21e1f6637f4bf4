import * as z from 'zod';

/** A JSON Schema in the dialect of CustomResourceDefinitions. */
export interface StructuralSchema {
  readonly [keyword: string]: unknown;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, StructuralSchema>>;
  readonly additionalProperties?: StructuralSchema;
  readonly items?: StructuralSchema;
  readonly required?: readonly string[];
}

type Draft = Record<string, unknown>;

const QUANTITY = '^[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]{1,3})?$';

/**
 * Converts a zod schema into a structural schema (Kubernetes, "Specifying a structural schema"). The API server prunes
 * unknown fields of strict objects and keeps unknown fields of loose objects.
 */
function structuralSchema(schema: z.ZodType): StructuralSchema {
  const { $schema: _dialect, ...structural } = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io: 'input',
    reused: 'inline',
    cycles: 'throw',
    override: ({ jsonSchema }) => makeStructural(jsonSchema as Draft),
  });
  if (!isWritten(structural)) throw new TypeError('a schema in a CustomResourceDefinition has no references');
  return structural;
}

function isWritten(schema: object): schema is StructuralSchema {
  return !('$ref' in schema);
}

function makeStructural(draft: Draft): void {
  if (draft['x-kubernetes-int-or-string'] === true) {
    delete draft['anyOf'];
    draft['pattern'] = QUANTITY;
  }
  if (draft['properties'] !== undefined && 'additionalProperties' in draft) makeObject(draft);
  if (draft['type'] === undefined && draft['x-kubernetes-int-or-string'] === undefined) {
    draft['x-kubernetes-preserve-unknown-fields'] = true;
  }
  if (draft['type'] === 'integer') makeInteger(draft);
}

// A structural schema must not have both properties and additionalProperties. The API server prunes unknown fields by
// default.
function makeObject(draft: Draft): void {
  if (draft['additionalProperties'] !== false) draft['x-kubernetes-preserve-unknown-fields'] = true;
  delete draft['additionalProperties'];
}

// Removes the limits that zod adds for JavaScript's safe integers, and declares Go's int64.
function makeInteger(draft: Draft): void {
  if (draft['minimum'] === Number.MIN_SAFE_INTEGER) delete draft['minimum'];
  if (draft['maximum'] === Number.MAX_SAFE_INTEGER) delete draft['maximum'];
  draft['format'] = 'int64';
}

/** Returns the schema of a spec. Required strings must not be empty, because Go treats an empty string as missing. */
export function specSchema(schema: z.ZodType): StructuralSchema {
  return withoutEmpty(structuralSchema(schema));
}

function withoutEmpty(schema: StructuralSchema): StructuralSchema {
  const { properties, items, required = [] } = schema;
  return {
    ...schema,
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, field(property, required.includes(name))]),
      ),
    }),
    ...(items !== undefined && { items: withoutEmpty(items) }),
  };
}

function field(schema: StructuralSchema, isRequired: boolean): StructuralSchema {
  return isRequired && schema.type === 'string' ? { ...schema, minLength: 1 } : withoutEmpty(schema);
}

/**
 * Returns the schema of a status: the types of the fields, without other rules. Unknown fields are kept, because kpack and
 * other versions of taskpack write other fields. A rule that an existing status breaks would block all updates of the object.
 */
export function statusSchema(schema: z.ZodType): StructuralSchema {
  return opened(structuralSchema(schema));
}

function opened(schema: StructuralSchema): StructuralSchema {
  const { type, properties, additionalProperties, items, format } = schema;
  if (properties === undefined) {
    return {
      ...(type === undefined ? { 'x-kubernetes-preserve-unknown-fields': true } : { type }),
      ...(format === 'int64' && { format }),
      ...(additionalProperties !== undefined && { additionalProperties: opened(additionalProperties) }),
      ...(items !== undefined && { items: opened(items) }),
    };
  }
  const fields = Object.entries(properties).map(([name, property]) => [name, opened(property)] as const);
  return { type: 'object', properties: Object.fromEntries(fields), 'x-kubernetes-preserve-unknown-fields': true };
}
