import { sourceResolver } from '../kpack/source-resolver.ts';
import { SOURCE_CONSTRAINTS } from './build-template-constraints.ts';
import { AGE_COLUMN, conditionColumn, reasonColumn, type CrdDefinition } from './crd-definition.ts';

/** The CRD of SourceResolvers. */
export const SOURCE_RESOLVER_CRD: CrdDefinition = {
  kind: 'SourceResolver',
  scope: 'Namespaced',
  shortNames: [],
  columns: [
    conditionColumn('Ready'),
    reasonColumn('Ready'),
    { name: 'Revision', jsonPath: '.status.source.git.revision', priority: 1 },
    AGE_COLUMN,
  ],
  spec: sourceResolver.shape.spec,
  status: sourceResolver.shape.status,
  constraints: SOURCE_CONSTRAINTS,
  others: ['v1alpha1'],
};
