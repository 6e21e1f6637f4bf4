import path from 'node:path';
import ts from 'typescript';
import type { Import, SourceModule } from './source-module.ts';

/** Parses a file's text with TypeScript's parser. */
export function readModule(file: string, text: string): SourceModule {
  const nodes = descendants(ts.createSourceFile(file, text, ts.ScriptTarget.ES2023));
  return {
    path: file,
    imports: nodes.flatMap((node) => importsOf(node, file)),
    hasDefaultExport: nodes.some(isDefaultExport),
    uses: [...new Set(nodes.flatMap(usesOf))],
  };
}

function descendants(root: ts.Node): readonly ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return nodes;
}

function importsOf(node: ts.Node, file: string): readonly Import[] {
  if (ts.isImportDeclaration(node)) {
    const { importClause: clause, moduleSpecifier } = node;
    const isType = clause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
    return importOf(moduleSpecifier, file, isType ? 'type' : 'value', namesOf(clause?.namedBindings));
  }
  if (ts.isExportDeclaration(node)) return importOf(node.moduleSpecifier, file, node.isTypeOnly ? 'type' : 'value');
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return importOf(node.argument.literal, file, 'type');
  }
  const isLoading =
    ts.isCallExpression(node) && (node.expression.kind === ts.SyntaxKind.ImportKeyword || isRequire(node));
  return isLoading ? importOf(node.arguments[0], file, 'value') : [];
}

function importOf(
  specifier: ts.Node | undefined,
  file: string,
  kind: Import['kind'],
  names: readonly string[] = [],
): readonly Import[] {
  if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return [];
  const { text } = specifier;
  const target = text.startsWith('.') ? path.posix.join(path.posix.dirname(file), text) : text;
  return [{ target, kind, names }];
}

function isRequire({ expression }: ts.CallExpression): boolean {
  return ts.isIdentifier(expression) && expression.text === 'require';
}

function namesOf(bindings: ts.NamedImportBindings | undefined): readonly string[] {
  if (bindings === undefined || !ts.isNamedImports(bindings)) return [];
  return bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text);
}

function isDefaultExport(node: ts.Node): boolean {
  if (ts.isExportAssignment(node)) return true;
  if (ts.isExportSpecifier(node)) return node.name.text === 'default';
  return (
    ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
  );
}

function usesOf(node: ts.Node): readonly string[] {
  if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)) {
    return [`${node.expression.text}.${node.name.text}`];
  }
  const isNow = ts.isNewExpression(node) && ts.isIdentifier(node.expression) && (node.arguments ?? []).length === 0;
  return isNow && ts.isIdentifier(node.expression) ? [`new ${node.expression.text}()`] : [];
}
