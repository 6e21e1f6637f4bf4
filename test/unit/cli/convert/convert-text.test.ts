import { expect } from 'chai';
import * as fc from 'fast-check';
import { convertText } from '../../../../src/cli/convert/convert-text.ts';
import { formatYaml } from '../../../../src/core/yaml/format-yaml.ts';
import { parseYaml } from '../../../../src/core/yaml/parse-yaml.ts';

const IMAGE = `# The shop
apiVersion: kpack.io/v1alpha1   # old
kind: Image
metadata:
  name: shop
spec:
  tag: registry.example.com/shop
  serviceAccount: builds # keep this
  cacheSize: "2G"  # and this

  builder: {kind: Builder, name: base}
  source:
    git: {url: https://git.example.com/shop, revision: main}
`;

const SHORT = 'kind: Image\nmetadata: {name: shop}';

describe('convert: the text of a file', () => {
  it('changes the version and the moved fields, and nothing else', () => {
    expect(convertText(IMAGE, 'image.yaml')).to.deep.equal({
      text: IMAGE.replace('v1alpha1', 'v1alpha2')
        .replace('serviceAccount:', 'serviceAccountName:')
        .replace('cacheSize: "2G"', 'cache: {volume: {size: "2G"}}'),
      objects: ['Image shop'],
      problems: [],
    });
  });

  for (const [what, text, converted] of [
    [
      'JSON',
      '{"apiVersion":"kpack.io/v1alpha1","kind":"Build","metadata":{"generateName":"a-"},"spec":{"cacheName" : "claim","tags":[]}}',
      '{"apiVersion":"kpack.io/v1alpha2","kind":"Build","metadata":{"generateName":"a-"},"spec":{"cache" : {"volume": {"persistentVolumeClaimName": "claim"}},"tags":[]}}',
    ],
    [
      'flow mappings',
      `apiVersion: 'kpack.io/v1alpha1'\n${SHORT}\nspec: {serviceAccount: builds, cacheSize: 500Mi}\n`,
      `apiVersion: 'kpack.io/v1alpha2'\n${SHORT}\nspec: {serviceAccountName: builds, cache: {volume: {size: 500Mi}}}\n`,
    ],
    [
      'several documents, a byte order mark and Windows line ends',
      `\uFEFFapiVersion: v1\r\nkind: Secret\r\nmetadata: {name: "😀"}\r\n---\r\nspec: {"a😀": 1, serviceAccount: x}\r\napiVersion: kpack.io/v1alpha1\r\nkind: Builder\r\n`,
      `\uFEFFapiVersion: v1\r\nkind: Secret\r\nmetadata: {name: "😀"}\r\n---\r\nspec: {"a😀": 1, serviceAccountName: x}\r\napiVersion: kpack.io/v1alpha2\r\nkind: Builder\r\n`,
    ],
    [
      'Lists',
      `apiVersion: v1\nkind: List\nitems:\n- apiVersion: kpack.io/v1alpha1\n  kind: ClusterStore\n- apiVersion: kpack.io/v1alpha2\n  kind: Image\n  spec: {serviceAccount: x}\n`,
      `apiVersion: v1\nkind: List\nitems:\n- apiVersion: kpack.io/v1alpha2\n  kind: ClusterStore\n- apiVersion: kpack.io/v1alpha2\n  kind: Image\n  spec: {serviceAccount: x}\n`,
    ],
    [
      'lists of one kind',
      `apiVersion: kpack.io/v1alpha1\nkind: ImageList\nitems:\n- apiVersion: kpack.io/v1alpha1\n  ${SHORT.replace('\n', '\n  ')}\n`,
      `apiVersion: kpack.io/v1alpha2\nkind: ImageList\nitems:\n- apiVersion: kpack.io/v1alpha2\n  ${SHORT.replace('\n', '\n  ')}\n`,
    ],
    [
      'a SourceResolver, whose field keeps its name',
      'apiVersion: kpack.io/v1alpha1\nkind: SourceResolver\nspec: {serviceAccount: x}\n',
      'apiVersion: kpack.io/v1alpha2\nkind: SourceResolver\nspec: {serviceAccount: x}\n',
    ],
    [
      'fields with anchors',
      `apiVersion: &version kpack.io/v1alpha1\n${SHORT}\nspec: {serviceAccount: &name x, tag: *name}\n`,
      `apiVersion: &version kpack.io/v1alpha2\n${SHORT}\nspec: {serviceAccountName: &name x, tag: *name}\n`,
    ],
    [
      'an account by an alias',
      `apiVersion: kpack.io/v1alpha1\n${SHORT}\nspec: {tag: &name x, serviceAccount: *name}\n`,
      `apiVersion: kpack.io/v1alpha2\n${SHORT}\nspec: {tag: &name x, serviceAccountName: *name}\n`,
    ],
  ] as const) {
    it(`converts ${what}`, () => {
      const { text: result, problems } = convertText(text, 'file.yaml');
      expect({ result, problems }).to.deep.equal({ result: converted, problems: [] });
    });
  }

  for (const [what, spec, path, words] of [
    ['bindings', '{build: {bindings: [{name: a}]}}', ['spec', 'build', 'bindings'], /spec\.build\.services$/],
    ['signing with Notary', '{notary: {v1: {url: x}}}', ['spec', 'notary'], /remove it, and sign with a cosign key$/],
    ['two accounts', '{serviceAccount: a, serviceAccountName: b}', ['spec', 'serviceAccount'], /values differ/],
    ['a cache that moves into another', '{cacheSize: 1G, cache: {registry: {tag: x}}}', ['apiVersion'], /by hand$/],
    ['a size as an alias', '{tag: &size 1G, cacheSize: *size}', ['apiVersion'], /by hand$/],
    ['a size on another line', '\n  cacheSize: # this\n    1G', ['apiVersion'], /by hand$/],
    ['merged fields', '\n  tag: &a {serviceAccount: x}\n  <<: *a', ['apiVersion'], /by hand$/],
  ] as const) {
    it(`refuses ${what}, with the place`, () => {
      const text = `apiVersion: kpack.io/v1alpha1\n${SHORT}\nspec: ${spec}\n`;
      const { text: result, problems } = convertText(text, 'file.yaml');
      expect(result).to.equal(text);
      expect(problems).to.have.length(1);
      expect(problems[0]?.paths[0]).to.deep.equal(path);
      expect(problems[0]?.message).to.match(words);
      expect(problems[0]?.location?.file).to.equal('file.yaml');
    });
  }

  it('refuses the fields that kpack stores in annotations, and names each field', () => {
    const annotations = { 'kpack.io/services': '[]', 'kpack.io/buildTimeout': '9', 'kpack.io/other': '' };
    const object = { apiVersion: 'kpack.io/v1alpha1', kind: 'Image', metadata: { name: 'a', annotations }, spec: {} };
    const messages = convertText(formatYaml(object), 'a').problems.map(({ message }) => message);
    expect(messages).to.deep.equal([
      'v1alpha2 has a field for this annotation; write spec.build.services, and remove the annotation',
      'v1alpha2 has a field for this annotation; write spec.build.buildTimeout, and remove the annotation',
    ]);
  });

  it('reports a text that is not YAML, and keeps other objects', () => {
    expect(convertText('a: [', 'a').problems).to.have.length(1);
    const others = 'apiVersion: other.example/v1alpha1\nkind: Image\nspec: {serviceAccount: x}\n';
    expect(convertText(others, 'a')).to.deep.equal({ text: others, objects: [], problems: [] });
  });

  it('converts every spelling of the values, or refuses it and keeps the text', () => {
    const scalar = fc.oneof(fc.stringMatching(/^[a-z0-9.-]{1,12}$/), fc.string({ maxLength: 8 }), fc.integer());
    fc.assert(
      fc.property(scalar, scalar, fc.string(), (account, size, other) => {
        const spec = { [`x${other}`]: other, serviceAccount: account, cacheSize: size, last: { cacheSize: size } };
        const metadata = { name: 'a', labels: { [other]: other } };
        for (const text of [
          formatYaml({ apiVersion: 'kpack.io/v1alpha1', kind: 'Image', metadata, spec }),
          JSON.stringify({ spec, kind: 'Image', metadata, apiVersion: 'kpack.io/v1alpha1' }, undefined, 1),
        ]) {
          const { text: result, problems } = convertText(text, 'a');
          if (problems.length > 0) {
            expect(result).to.equal(text);
            continue;
          }
          const [document] = parseYaml(result, 'a').documents;
          const { serviceAccount, cacheSize, ...rest } = spec;
          const moved = { ...rest, serviceAccountName: serviceAccount, cache: { volume: { size: cacheSize } } };
          expect(document?.value).to.deep.equal({
            apiVersion: 'kpack.io/v1alpha2',
            kind: 'Image',
            metadata,
            spec: moved,
          });
        }
      }),
      { numRuns: 300 },
    );
  });
});
