import * as z from 'zod';

/** A JSON Schema as a CustomResourceDefinition writes it. */
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
 * The schema of what is written by users, as a structural schema (Kubernetes, "Specifying a structural schema"): unknown
 * fields are pruned where the zod schema is strict and kept where it is loose.
 */
export function structuralSchema(schema: z.ZodType): StructuralSchema {
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

// A structural schema has either properties or additionalProperties: it prunes what it does not know by itself.
function makeObject(draft: Draft): void {
  if (draft['additionalProperties'] !== false) draft['x-kubernetes-preserve-unknown-fields'] = true;
  delete draft['additionalProperties'];
}

// JavaScript's limits are nobody's rule.
function makeInteger(draft: Draft): void {
  if (draft['minimum'] === Number.MIN_SAFE_INTEGER) delete draft['minimum'];
  if (draft['maximum'] === Number.MAX_SAFE_INTEGER) delete draft['maximum'];
  draft['format'] = 'int64';
}
