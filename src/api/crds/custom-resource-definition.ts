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
      return READ_ONLY;
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

const OPEN: StructuralSchema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

/**
 * The schema of v1alpha1, which `kp` reads and watches. Without a conversion webhook, all versions have the fields of
 * v1alpha2. The schema therefore keeps all fields and rejects writes: v1alpha2 names some fields differently, and the API
 * server would drop their v1alpha1 names.
 */
const READ_ONLY = objectSchema({
  spec: {
    ...OPEN,
    'x-kubernetes-validations': [
      {
        rule: 'false',
        message: 'kpack.io/v1alpha1 is read-only and has the fields of v1alpha2; write kpack.io/v1alpha2 instead',
        reason: 'FieldValueForbidden',
      },
    ],
  },
  status: OPEN,
});

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
