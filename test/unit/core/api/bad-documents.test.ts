import { expect } from 'chai';
import type { BadDocument } from './bad-documents/bad-document.ts';
import { BUILD_RULES } from './bad-documents/build-rules.ts';
import { BUILDER_RULES } from './bad-documents/builder-rules.ts';
import { BUILDPACK_RULES } from './bad-documents/buildpack-rules.ts';
import { CLUSTER_RULES } from './bad-documents/cluster-rules.ts';
import { CORE_AND_FACTS } from './bad-documents/core-and-facts.ts';
import { FACTS_OF_PARTS } from './bad-documents/facts.ts';
import { HEADERS } from './bad-documents/headers.ts';
import { IMAGE_RULES } from './bad-documents/image-rules.ts';
import { MISPLACED_FIELDS } from './bad-documents/misplaced-fields.ts';
import { ORDER_RULES } from './bad-documents/order-rules.ts';
import { STATUSES } from './bad-documents/statuses.ts';
import { STRUCTURE } from './bad-documents/structure.ts';
import { SYNTAX } from './bad-documents/syntax.ts';
import { KUBECTL_DIFFERENCES } from './bad-documents/kubectl-differences.ts';
import { VERSIONS } from './bad-documents/versions.ts';
import { problemLines } from './read-text.ts';

describe('invalid documents', () => {
  refuses('syntax', SYNTAX);
  refuses('headers', HEADERS);
  refuses('structure', STRUCTURE);
  refuses('rules for Builds', BUILD_RULES);
  refuses('rules for Images', IMAGE_RULES);
  refuses('rules for Builders', BUILDER_RULES);
  refuses('misplaced fields', MISPLACED_FIELDS);
  refuses('orders', ORDER_RULES);
  refuses('rules for Buildpacks and ClusterBuildpacks', BUILDPACK_RULES);
  refuses('rules for ClusterStores, ClusterStacks and ClusterLifecycles', CLUSTER_RULES);
  refuses('statuses', STATUSES);
  refuses('versions', VERSIONS);
  refuses('Secrets, ServiceAccounts and ImageFacts', CORE_AND_FACTS);
  refuses('what ImageFacts say of the parts of builders', FACTS_OF_PARTS);
  refuses("kubectl's other readings", KUBECTL_DIFFERENCES);
});

function refuses(theme: string, documents: readonly BadDocument[]): void {
  describe(theme, () => {
    for (const { title, text, problems } of documents) {
      it(`reports ${title}`, () => {
        expect(problemLines(text)).to.deep.equal(problems);
      });
    }
  });
}
