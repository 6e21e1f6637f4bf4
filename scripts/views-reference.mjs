import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import ts from 'typescript';
import { ROOT } from './root.mjs';

/** The folders of the types. Of two types with the same name, the one in the first folder is shown. */
const FOLDERS = ['src/insight/views', 'src/core/buildpacks'].map((folder) => join(ROOT, folder));

const HEAD = `<!-- Written by npm run generate from src/insight/views; do not edit. -->

# Views

\`taskpack list\`, \`taskpack status\` and \`taskpack why\` print these objects with \`-o json\` and \`-o yaml\`. A view says what an
Image, a Build or a builder does and why. taskpack computes it from the object and from the objects that belong to it, and stores it
nowhere. \`taskpack resolve\`, \`taskpack explain\` and \`taskpack diff\` also print objects with \`-o json\`; the last three
sections show them. These objects have no \`apiVersion\` and can change with each release.

\`taskpack status\` prints one view. \`taskpack list\` prints a \`List\` with the views in \`items\`, or one view if one object is named:

\`\`\`console
$ taskpack list images -o json | jq -r '.items[] | select(.state.kind == "failed") | .name'
$ taskpack status build/shop-build-3 -o json | jq '.waterfall'
\`\`\`

Fields may be added to a version. A change of a field's name or meaning changes \`apiVersion\`. A time is text in RFC 3339, and
\`durationMs\` is in milliseconds. \`?\` marks a field that may be absent. A type with \`|\` is one of several forms, which \`kind\` or
\`state\` tells apart. \`Json\` is any JSON value.
`;

const SECTIONS = [
  ['A Build', 'BuildView'],
  ['An Image', 'ImageView'],
  ['A Builder or ClusterBuilder', 'BuilderView'],
  ['The changes of a Build', 'BuildChangesView'],
  ['The buildpacks that the order of a builder selects', 'ResolutionView'],
  ['The origins of a translation', 'ExplanationView'],
  ['An object that differs', 'ManifestDiff'],
];

/** Returns docs/reference/views.md: the types of the views, each with the types that it refers to. */
export async function viewsReference() {
  const types = declaredTypes();
  const shown = new Set();
  const sections = SECTIONS.map(([title, root]) => {
    const names = reachableFrom(root, types).filter((name) => !shown.has(name));
    for (const name of names) shown.add(name);
    return `## ${title}\n\n\`\`\`ts\n${names.map((name) => types.get(name).text).join('\n\n')}\n\`\`\`\n`;
  });
  const { code } = await format('views.md', [HEAD, ...sections].join('\n'), { printWidth: 120, singleQuote: true });
  return code;
}

/** Returns the text of each interface and type with its comment, and the names of the types in it. */
function declaredTypes() {
  const types = new Map();
  const files = FOLDERS.flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)));
  for (const file of files) {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    for (const node of source.statements) {
      if (!ts.isInterfaceDeclaration(node) && !ts.isTypeAliasDeclaration(node)) continue;
      if (types.has(node.name.text)) continue;
      const declaration = source.text.slice(node.getStart(source, true), node.end);
      // The types describe JSON, in which nothing is read-only.
      const text = declaration.replace(/^export /m, '').replaceAll(/\breadonly /g, '');
      types.set(node.name.text, { text, names: namesIn(node) });
    }
  }
  return types;
}

function namesIn(node) {
  const names = [];
  const visit = (each) => {
    if (ts.isIdentifier(each)) names.push(each.text);
    ts.forEachChild(each, visit);
  };
  visit(node);
  return names;
}

/** Returns the type and all types that it refers to, each after the first type that refers to it. */
function reachableFrom(root, types) {
  const reached = new Set([root]);
  for (const name of reached) {
    for (const next of types.get(name).names) if (types.has(next)) reached.add(next);
  }
  return [...reached];
}
