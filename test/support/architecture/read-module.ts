import path from 'node:path';
import ts from 'typescript';
import type { Import, SourceModule } from './source-module.ts';

/** Parses a file's text with TypeScript's parser. */
export function readModule(file: string, text: string): SourceModule {
  const nodes = descendants(ts.createSourceFile(file, text, ts.ScriptTarget.ES2023));
  const flags = flagNames(nodes);
  return {
    path: file,
    imports: nodes.flatMap((node) => importsOf(node, file)),
    hasDefaultExport: nodes.some(isDefaultExport),
    uses: [...new Set([...nodes.flatMap(usesOf), ...nodes.flatMap((node) => spreadFlags(node, flags))])],
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
  if (ts.isExportAssignment(node)) return node.isExportEquals !== true;
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

/**
 * Returns the names that hold parsed flags in a file: by their name, by the type of a parameter or variable, and the rest of such
 * a value after destructuring.
 */
function flagNames(nodes: readonly ts.Node[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of nodes) {
    if (ts.isIdentifier(node) && /^(?:flags|[a-z]\w*Flags)$/.test(node.text)) names.add(node.text);
    if (!ts.isParameter(node) && !ts.isVariableDeclaration(node)) continue;
    const isTyped = node.type !== undefined && isFlagsType(node.type);
    const isDestructured = node.initializer !== undefined && isFlags(node.initializer, names);
    if (ts.isIdentifier(node.name) && isTyped) names.add(node.name.text);
    if (!ts.isObjectBindingPattern(node.name) || !(isTyped || isDestructured)) continue;
    const rest = node.name.elements.find(({ dotDotDotToken }) => dotDotDotToken !== undefined);
    if (rest !== undefined && ts.isIdentifier(rest.name)) names.add(rest.name.text);
  }
  return names;
}

function isFlagsType(type: ts.TypeNode): boolean {
  return ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) && type.typeName.text.endsWith('Flags');
}

/** True for `flags`, `command.flags` and the methods of commander that return parsed flags. */
function isFlags(expression: ts.Expression, names: ReadonlySet<string>): boolean {
  if (ts.isIdentifier(expression)) return names.has(expression.text);
  if (ts.isCallExpression(expression)) {
    return (
      ts.isPropertyAccessExpression(expression.expression) &&
      /^opts(?:WithGlobals)?$/.test(expression.expression.name.text)
    );
  }
  return ts.isPropertyAccessExpression(expression) && /^(?:flags|[a-z]\w*Flags)$/.test(expression.name.text);
}

/** An object that is made of parsed flags and other values loses one of the two if a flag has the name of another value. */
function spreadFlags(node: ts.Node, names: ReadonlySet<string>): readonly string[] {
  if (ts.isSpreadAssignment(node)) return isFlags(node.expression, names) ? ['...flags'] : [];
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const { expression, name } = node.expression;
  const isAssign = ts.isIdentifier(expression) && expression.text === 'Object' && name.text === 'assign';
  return isAssign && node.arguments.some((argument) => isFlags(argument, names)) ? ['...flags'] : [];
}
