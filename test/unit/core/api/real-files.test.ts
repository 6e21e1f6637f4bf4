import { expect } from 'chai';
import { problemLines, readText } from './read-text.ts';

const SPEC =
  'spec: { tags: [registry.test/app], builder: { image: registry.test/builder }, source: { blob: { url: "http://b.test/a" } } }';

function kindsOf(text: string): readonly string[] {
  return readText(text).objects.map(({ kind }) => kind);
}

describe('kinds of earlier API groups', () => {
  for (const [apiVersion, kind, successor] of [
    ['build.pivotal.io/v1alpha1', 'Build', 'a Build of kpack.io/v1alpha2, and rename the annotations'],
    ['build.pivotal.io/v1alpha1', 'Image', 'an Image of kpack.io/v1alpha2, and rename the annotations'],
    ['build.pivotal.io/v1alpha1', 'Builder', 'spec.builder.image of a Build'],
    ['build.pivotal.io/v1alpha1', 'CNBBuild', 'a Build of kpack.io/v1alpha2, and rename the annotations'],
    ['build.pivotal.io/v1alpha1', 'CNBImage', 'an Image of kpack.io/v1alpha2, and rename the annotations'],
    ['build.pivotal.io/v1alpha1', 'CNBBuilder', 'spec.builder.image of a Build'],
    ['build.pivotal.io/v1alpha1', 'ClusterBuilder', 'a ClusterBuilder of kpack.io/v1alpha2 with an order'],
    ['experimental.kpack.pivotal.io/v1alpha1', 'CustomBuilder', 'a Builder of kpack.io/v1alpha2'],
    ['experimental.kpack.pivotal.io/v1alpha1', 'CustomClusterBuilder', 'a ClusterBuilder of kpack.io/v1alpha2'],
    ['experimental.kpack.pivotal.io/v1alpha1', 'Store', 'a ClusterStore of kpack.io/v1alpha2'],
    ['experimental.kpack.pivotal.io/v1alpha1', 'Stack', 'a ClusterStack of kpack.io/v1alpha2'],
    ['build.knative.dev/v1alpha1', 'Build', 'a TaskRun of tekton.dev/v1'],
    ['build.knative.dev/v1alpha1', 'BuildTemplate', 'a Task of tekton.dev/v1'],
    ['build.knative.dev/v1alpha1', 'ClusterBuildTemplate', 'a Task of tekton.dev/v1'],
  ] as const) {
    it(`reports ${kind} of ${apiVersion} with its successor`, () => {
      const { problems } = readText(`kind: ${kind}\napiVersion: ${apiVersion}\nmetadata: { name: old }\n`);
      const [problem] = problems;
      expect(problems).to.have.length(1);
      expect(problem?.message).to.include(`${kind} of ${apiVersion} `).and.to.include(successor);
      expect(problem?.location).to.deep.equal({ file: 'in.yaml', line: 2, column: 13 });
      expect(problem?.severity).to.equal(apiVersion.startsWith('build.knative') ? 'warning' : 'error');
    });
  }

  for (const [kind, successor] of [
    ['CustomBuilder', 'Builder'],
    ['CustomClusterBuilder', 'ClusterBuilder'],
    ['Store', 'ClusterStore'],
    ['Stack', 'ClusterStack'],
    ['CNBImage', 'Image'],
  ] as const) {
    it(`suggests ${successor} for ${kind} in kpack.io`, () => {
      expect(problemLines(`apiVersion: kpack.io/v1alpha1\nkind: ${kind}\nmetadata: { name: s }\n`)).to.deep.equal([
        `in.yaml:2:7 kind: unknown kind "${kind}" in kpack.io; did you mean "${successor}"?`,
      ]);
    });
  }

  it("ignores kpack's earlier SourceResolver, as it ignores today's", () => {
    expect(
      problemLines('apiVersion: build.pivotal.io/v1alpha1\nkind: SourceResolver\nmetadata: { name: s }\n'),
    ).to.deep.equal([]);
  });
});

describe('lists of one kind', () => {
  it('are read like a List, with and without types of the items', () => {
    const items = `- { metadata: { name: a }, ${SPEC} }\n- { apiVersion: kpack.io/v1alpha1, kind: Build, metadata: { name: b }, ${SPEC} }\n`;
    const text = `apiVersion: kpack.io/v1alpha2\nkind: BuildList\nmetadata: {}\nitems:\n${items}`;
    expect(problemLines(text)).to.deep.equal([]);
    expect(kindsOf(text)).to.deep.equal(['Build', 'Build']);
    expect(kindsOf('apiVersion: v1\nkind: SecretList\nitems: [{ metadata: { name: s } }]\n')).to.deep.equal(['Secret']);
    expect(kindsOf('apiVersion: v1\nkind: SecretList\nitems: []\n')).to.deep.equal([]);
  });

  it('name the place of a problem in an item', () => {
    const text = 'apiVersion: v1\nkind: SecretList\nitems:\n- metadata: { name: s }\n  typ: x\n';
    expect(problemLines(text)).to.deep.equal(['in.yaml:5:3 items[0].typ: unknown field "typ"; did you mean "type"?']);
  });

  it('are objects of foreign kinds if their items are not objects', () => {
    expect(kindsOf('apiVersion: policy.test/v1\nkind: AllowList\nmetadata: { name: a }\nitems: [x]\n')).to.deep.equal([
      'Other',
    ]);
  });
});

function secret(fields: string): string {
  return `apiVersion: v1\nkind: Secret\n${fields}\ndata: { password: "ENC[AES256_GCM,data:x,type:str]" }\nsops: { mac: "ENC[x]", age: [] }\n`;
}

describe('Secrets that SOPS encrypted', () => {
  it('are read if only their data is encrypted', () => {
    const text = secret(
      'metadata: { name: s, annotations: { kpack.io/docker: r.test } }\ntype: kubernetes.io/basic-auth',
    );
    expect(problemLines(text)).to.deep.equal([]);
    expect(kindsOf(text)).to.deep.equal(['Secret']);
  });

  it('are refused if a field that taskpack needs is encrypted', () => {
    const problem = 'is encrypted by SOPS; encrypt only data and stringData (--encrypted-regex), or decrypt the file';
    expect(
      problemLines(secret('metadata: { name: s, annotations: { kpack.io/docker: "ENC[x]" } }\ntype: ENC[y]')),
    ).to.deep.equal([`in.yaml:3:54 metadata.annotations[kpack.io/docker]: ${problem}`, `in.yaml:4:7 type: ${problem}`]);
  });
});
