import { constrain } from './constrain.ts';
import type { CrdDefinition, ServedVersion } from './definition.ts';
import { specSchema } from './spec-schema.ts';
import { statusSchema } from './status-schema.ts';
import type { StructuralSchema } from './structural-schema.ts';

/** A CustomResourceDefinition, its keys in the order in which people expect them. */
export type CrdManifest = Readonly<Record<string, unknown>>;

/** The CustomResourceDefinition of a kind: v1alpha2 is stored, the other versions are only served. */
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
  const columns = definition.columns.map((column) => ({ ...column, type: 'string' }));
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
 * v1alpha1, which `kp` reads and watches. Without a server that converts, the same fields are in all versions: so all that
 * v1alpha2 has must be kept here, and nothing may be written here, because v1alpha2 has other names for the same things and
 * what it does not know is lost.
 */
const READ_ONLY = objectSchema({
  spec: {
    ...OPEN,
    'x-kubernetes-validations': [
      {
        rule: 'false',
        message: 'kpack.io/v1alpha1 can only be read here, in the form of v1alpha2; write kpack.io/v1alpha2',
        reason: 'FieldValueForbidden',
      },
    ],
  },
  status: OPEN,
});

/** v1alpha3 (kpack's RFC 9) has no stores; what v1alpha2 has stored stays until it is changed. */
function withoutStore(schema: StructuralSchema): StructuralSchema {
  if (schema.properties?.['spec']?.properties?.['store'] === undefined) return schema;
  const rule = { rule: 'false', message: 'v1alpha3 has no stores', reason: 'FieldValueForbidden' as const };
  return constrain(schema, 'spec.store', { rules: [rule] });
}
