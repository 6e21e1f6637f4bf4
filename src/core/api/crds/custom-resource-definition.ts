import type { FieldPath } from '../../model/problem.ts';
import type { FieldConversion } from '../reading/convert-fields.ts';
import type { Constraints, CrdDefinition, ServedVersion } from './crd-definition.ts';
import { specSchema, statusSchema, type StructuralSchema } from './structural-schema.ts';

/** A CustomResourceDefinition with its keys in the usual order. */
export type CrdManifest = Readonly<Record<string, unknown>>;

/** Returns the CustomResourceDefinition of a kind. v1alpha2 is stored, and `others` are only served. */
export function customResourceDefinition(definition: CrdDefinition, others: readonly ServedVersion[]): CrdManifest {
  const { kind, scope, shortNames } = definition;
  const singular = kind.toLowerCase();
  const plural = `${singular}s`;
  const versions = [...others, 'v1alpha2' as const].toSorted().map((version) => versionOf(definition, version));
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.kpack.io` },
    spec: {
      group: 'kpack.io',
      scope,
      names: {
        kind,
        listKind: `${kind}List`,
        singular,
        plural,
        ...(shortNames.length > 0 && { shortNames }),
        categories: ['kpack'],
      },
      versions,
      conversion: { strategy: 'None' },
    },
  };
}

function versionOf(definition: CrdDefinition, name: ServedVersion | 'v1alpha2'): CrdManifest {
  const columns = definition.columns.map(({ name: head, jsonPath, type = 'string', priority }) => ({
    name: head,
    jsonPath,
    type,
    ...(priority !== undefined && { priority }),
  }));
  return {
    name,
    served: true,
    storage: name === 'v1alpha2',
    schema: { openAPIV3Schema: schemaOf(definition, name) },
    subresources: { status: {} },
    additionalPrinterColumns: columns,
  };
}

function schemaOf(definition: CrdDefinition, version: ServedVersion | 'v1alpha2'): StructuralSchema {
  switch (version) {
    case 'v1alpha1':
      return withoutFormerFields(writtenSchema(definition), definition.v1alpha1Conversions ?? []);
    case 'v1alpha2':
      return writtenSchema(definition);
    case 'v1alpha3':
      return withoutStore(writtenSchema(definition));
  }
}

function writtenSchema(definition: CrdDefinition): StructuralSchema {
  const { spec, status, constraints } = definition;
  const schema = objectSchema({ spec: specSchema(spec), status: statusSchema(status) });
  return Object.entries(constraints).reduce(
    (constrained, [path, constraint]) => constrain(constrained, path, constraint),
    schema,
  );
}

function objectSchema(fields: Readonly<Record<string, StructuralSchema>>): StructuralSchema {
  const properties = {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: { type: 'object' },
    ...fields,
  };
  return { type: 'object', required: ['spec'], properties };
}

/**
 * Forbids the fields of v1alpha1 that v1alpha2 has in another place. All versions have the fields of v1alpha2, because only a
 * webhook can convert fields, and the API server would drop a field that the schema of the stored version lacks.
 */
function withoutFormerFields(schema: StructuralSchema, conversions: readonly FieldConversion[]): StructuralSchema {
  return conversions
    .filter(({ from: [root] }) => root === 'spec')
    .reduce((without, conversion) => forbid(without, conversion, conversion.from), schema);
}

function forbid(
  schema: StructuralSchema,
  conversion: FieldConversion,
  [name = '', ...below]: FieldPath,
): StructuralSchema {
  const given = schema.properties?.[name];
  const field = below.length === 0 ? forbidden(conversion) : forbid(given ?? {}, conversion, below);
  return { ...schema, properties: { ...schema.properties, [name]: field } };
}

function forbidden({ from, to }: FieldConversion): StructuralSchema {
  const message = `kpack.io/v1alpha2 has this field as ${to.join('.')}, and taskpack stores v1alpha2. Convert the file: taskpack convert -f FILE`;
  return {
    ...FORMER_TYPES[String(from.at(-1))],
    'x-kubernetes-validations': [{ rule: 'false', message, reason: 'FieldValueForbidden' }],
  };
}

/** The types of these fields in v1alpha1. A rule needs a type. */
const FORMER_TYPES: Readonly<Record<string, StructuralSchema>> = {
  serviceAccount: { type: 'string' },
  cacheName: { type: 'string' },
  cacheSize: { 'x-kubernetes-int-or-string': true },
  bindings: { type: 'array', items: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
};

/** Forbids `spec.store` in v1alpha3 (kpack's RFC 0009). Stored objects keep the field until an update. */
function withoutStore(schema: StructuralSchema): StructuralSchema {
  if (schema.properties?.['spec']?.properties?.['store'] === undefined) return schema;
  const rule = {
    rule: 'false',
    message: 'v1alpha3 has no spec.store; remove the field, or write v1alpha2',
    reason: 'FieldValueForbidden' as const,
  };
  return constrain(schema, 'spec.store', { rules: [rule] });
}

/** Adds constraints to the field at the path. Throws a RangeError if the schema has no such field. */
export function constrain(schema: StructuralSchema, path: string, constraints: Constraints): StructuralSchema {
  if (path === '') return withConstraints(schema, constraints);
  const [head = ''] = /^(?:\[\]|[^.[]+)/.exec(path) ?? [];
  const rest = path.slice(head.length).replace(/^\./, '');
  if (head === '[]' && schema.items !== undefined) {
    return { ...schema, items: constrain(schema.items, rest, constraints) };
  }
  const property = schema.properties?.[head];
  if (property === undefined) throw new RangeError(`no schema has the field ${path}`);
  return { ...schema, properties: { ...schema.properties, [head]: constrain(property, rest, constraints) } };
}

function withConstraints(schema: StructuralSchema, { rules, ...keywords }: Constraints): StructuralSchema {
  return { ...schema, ...keywords, ...(rules !== undefined && { 'x-kubernetes-validations': rules }) };
}
