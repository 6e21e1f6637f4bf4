import { Ajv } from 'ajv';
import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject, parseJson, type JsonObject } from '../../src/core/model/json.ts';
import { objectsAt, textAt } from '../support/json-field.ts';
import { ROOT } from '../support/command.ts';
import { makeWorkspace } from '../support/workspace.ts';

const ID = { type: 'string', pattern: '^SPDXRef-[A-Za-z0-9.-]+$' };
const TEXT = { type: 'string', minLength: 1 };

/** The fields that SPDX 2.3 requires of documents, packages and relationships (chapters 6, 7 and 11). */
const SCHEMA = {
  type: 'object',
  required: [
    'spdxVersion',
    'dataLicense',
    'SPDXID',
    'name',
    'documentNamespace',
    'creationInfo',
    'packages',
    'relationships',
  ],
  properties: {
    spdxVersion: { const: 'SPDX-2.3' },
    dataLicense: { const: 'CC0-1.0' },
    SPDXID: { const: 'SPDXRef-DOCUMENT' },
    documentNamespace: { type: 'string', pattern: '^https://[^#\\s]+$' },
    creationInfo: {
      type: 'object',
      required: ['created', 'creators'],
      properties: {
        created: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$' },
        creators: { type: 'array', minItems: 1, items: { type: 'string', pattern: '^(?:Tool|Person|Organization): ' } },
      },
    },
    packages: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'SPDXID', 'downloadLocation', 'versionInfo', 'filesAnalyzed', 'licenseDeclared'],
        properties: {
          name: TEXT,
          SPDXID: ID,
          versionInfo: TEXT,
          downloadLocation: TEXT,
          filesAnalyzed: { const: false },
        },
      },
    },
    relationships: {
      type: 'array',
      items: {
        type: 'object',
        required: ['spdxElementId', 'relationshipType', 'relatedSpdxElement'],
        properties: { spdxElementId: ID, relatedSpdxElement: ID },
      },
    },
  },
};

const GO = `/a/taskpack-export: go1.26.8
\tpath\ttaskpack.dev/export-guard
\tmod\ttaskpack.dev/export-guard\t(devel)\t
\tdep\tgithub.com/BurntSushi/toml\tv1.5.0\th1:x=
\tbuild\t-compiler=gc
`;
const DEBIAN = `Package: git
Version: 1:2.39.5-0+deb12u3
Architecture: amd64
Description: fast
 Package: none
Package: ca-certificates
Version: 20250419
Architecture: all
`;

describe('the SPDX documents', () => {
  const workspace = makeWorkspace();
  after(() => workspace.remove());

  it('of the command are valid, are the same in each build, and list each package whose code is in the bundle', () => {
    const {
      text,
      files = '',
      document = '',
      again,
    } = evaluated(`
      import { bundledText, bundleSeparateFiles } from './scripts/esbuild.mjs';
      import { commandBom } from './scripts/images/sboms.mjs';
      import { spdxDocument } from './scripts/sbom/document.mjs';
      const separate = await bundleSeparateFiles(${JSON.stringify(workspace.path)});
      const { text, packages } = await bundledText('src/cli/main.ts', separate.files);
      const files = Object.values(separate.files).join(',');
      const [document, again] = [1, 2].map(() => {
        const bom = commandBom('1.2.3', [...separate.packages, ...packages]);
        return spdxDocument(bom.subject, bom.packages);
      });
      console.log(JSON.stringify({ text, files, document, again }));
    `) as Readonly<Record<string, string>>;
    expect(again).to.equal(document);
    const spdx = checked(document);
    const separate = files.split(',').map((file) => readFileSync(path.join(workspace.path, file), 'utf8'));
    const code = [text, ...separate].join('\n');
    const names = new Set(objectsAt(spdx, 'packages').map((one) => textAt(one, 'name')));
    const bundled = packagesIn(code);
    expect(bundled).to.include.members(['zod', 'undici', '@kubernetes/client-node', '@opentelemetry/sdk-trace-base']);
    expect(bundled.filter((name) => !names.has(name))).to.deep.equal([]);
    expect([...names])
      .to.include.members(['js-yaml', 'semver', 'argparse', 'preact'])
      .and.not.include('mocha');
  });

  it('list Go modules with the versions of the build information, and Debian packages with their versions', () => {
    const { document = '' } = evaluated(`
      import { spdxDocument } from './scripts/sbom/document.mjs';
      import { modulesIn } from './scripts/sbom/go-modules.mjs';
      import { debianPackages } from './scripts/sbom/debian-packages.mjs';
      const packages = [...modulesIn(${JSON.stringify(GO)}), ...debianPackages(${JSON.stringify(DEBIAN)}, 'bookworm')];
      console.log(JSON.stringify({ document: spdxDocument({ name: 'steps', versionInfo: '1.2.3' }, packages) }));
    `) as Readonly<Record<string, string>>;
    const found = objectsAt(checked(document), 'packages').map(
      (one) => `${textAt(one, 'name')} ${textAt(one, 'versionInfo')}`,
    );
    expect(found).to.deep.equal([
      'steps 1.2.3',
      'ca-certificates 20250419',
      'git 1:2.39.5-0+deb12u3',
      'github.com/BurntSushi/toml v1.5.0',
      'stdlib 1.26.8',
    ]);
  });
});

/** Runs a module in the project's folder and returns the JSON object that it prints. */
function evaluated(module: string): JsonObject {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
  const args = ['--input-type=module', '--eval', module];
  return objectIn(execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', env, maxBuffer: 2 ** 26 }));
}

/** Returns a document that meets the schema, and whose relationships refer to its elements. */
function checked(text: string): JsonObject {
  const document = objectIn(text);
  const ajv = new Ajv({ allErrors: true });
  expect(ajv.validate(SCHEMA, document), ajv.errorsText()).to.equal(true);
  const ids = objectsAt(document, 'packages').map((one) => textAt(one, 'SPDXID') ?? '');
  expect(new Set(ids).size).to.equal(ids.length);
  const [described, ...contained] = objectsAt(document, 'relationships');
  expect(described).to.include({ relationshipType: 'DESCRIBES', relatedSpdxElement: ids[0] });
  expect(contained.map((one) => textAt(one, 'relatedSpdxElement'))).to.deep.equal(ids.slice(1));
  return document;
}

/** Returns the packages that esbuild names in comments above their code. */
function packagesIn(code: string): readonly string[] {
  const comments = code.matchAll(/^\s*\/\/ (?:\S*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//gm);
  return [...new Set(Array.from(comments, ([, name = '']) => name))];
}

function objectIn(text: string): JsonObject {
  const value = parseJson(text);
  if (!isJsonObject(value)) throw new Error(`this is no JSON object: ${text.slice(0, 200)}`);
  return value;
}
