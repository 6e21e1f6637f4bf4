import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/** Names of the project resolve without the library of JavaScript and without packages, which take seconds to read. */
const OPTIONS = { allowJs: true, module: ts.ModuleKind.Preserve, noLib: true, noResolve: true, types: [] };

/**
 * Reads the sources and tests of a work tree. Returns the files of src and translators, their functions and their exports. Files have
 * their importers, functions the places that call or pass them, and exports the number of files that use them. No test counts as a user.
 */
export function readUses(root, paths) {
  const names = paths.map((path) => join(root, path));
  const program = ts.createProgram(names, OPTIONS);
  const checker = program.getTypeChecker();
  const pathOf = ({ fileName }) => relative(root, fileName);
  const uses = new Map();
  for (const file of program.getSourceFiles())
    forEachUse(file, checker, (found) => {
      const isAlias = found !== undefined && (found.flags & ts.SymbolFlags.Alias) !== 0;
      const symbol = isAlias ? checker.getAliasedSymbol(found) : found;
      if (symbol !== undefined)
        uses
          .set(symbol, uses.get(symbol) ?? [])
          .get(symbol)
          .push(pathOf(file));
    });
  const usersOf = (symbol) => (uses.get(symbol) ?? []).filter((path) => !isTest(path));
  const modules = program.getSourceFiles().filter((file) => /^(?:src|translators)\//.test(pathOf(file)));
  return {
    files: modules.map((file) => ({
      folder: dirname(pathOf(file)),
      lines: file.getLineStarts().length - 1,
      importers: [...new Set(usersOf(file.symbol))],
    })),
    functions: modules.flatMap(functionsOf).map((declaration) => {
      const symbol = checker.getExportSymbolOfSymbol(declaration.symbol);
      return {
        lines: declaration.getText().split('\n').length,
        calls: usersOf(symbol).length,
        isTested: (uses.get(symbol) ?? []).some(isTest),
      };
    }),
    exports: modules.flatMap((file) =>
      [...(file.symbol?.exports?.values() ?? [])].map((symbol) => ({
        users: new Set(usersOf(symbol).filter((path) => path !== pathOf(file))).size,
      })),
    ),
  };
}

function isTest(path) {
  return path.startsWith('test/');
}

/** Calls `record` with each module that a file imports, and with each symbol that the file uses besides the import. */
function forEachUse(file, checker, record) {
  const visit = (node) => {
    if (ts.isStringLiteralLike(node) && isModuleName(node)) {
      const module = checker.getSymbolAtLocation(node);
      record(module);
      for (const name of loadedNames(node)) record(module?.exports?.get(name));
    }
    if (ts.isExportSpecifier(node)) record(checker.getSymbolAtLocation(node.propertyName ?? node.name));
    if (ts.isShorthandPropertyAssignment(node)) record(checker.getShorthandAssignmentValueSymbol(node));
    if (ts.isIdentifier(node) && isUse(node)) record(checker.getSymbolAtLocation(node));
    if (!ts.isImportSpecifier(node) && !ts.isExportSpecifier(node)) ts.forEachChild(node, visit);
  };
  visit(file);
}

function isModuleName({ parent }) {
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return true;
  if (ts.isLiteralTypeNode(parent)) return ts.isImportTypeNode(parent.parent);
  return ts.isCallExpression(parent) && /^(?:import|require)$/.test(parent.expression.getText());
}

/** Returns the names that `const { name } = await import('./module.ts')` or `(await import('./module.ts')).name` takes from a module. */
function loadedNames({ parent: call }) {
  const access = call.parent.parent?.parent;
  if (ts.isAwaitExpression(call.parent) && ts.isPropertyAccessExpression(access)) return [access.name.text];
  const declaration = ts.isAwaitExpression(call.parent) ? call.parent.parent : call.parent;
  if (!ts.isVariableDeclaration(declaration) || !ts.isObjectBindingPattern(declaration.name)) return [];
  return declaration.name.elements.map(({ propertyName, name }) => (propertyName ?? name).text);
}

/** False for the names of declarations, properties and members. */
function isUse(node) {
  const { parent } = node;
  return parent.name !== node && parent.propertyName !== node && !(ts.isQualifiedName(parent) && parent.right === node);
}

/** Returns the functions at the top level of a file. */
function functionsOf({ statements }) {
  return statements
    .flatMap((statement) => (ts.isVariableStatement(statement) ? statement.declarationList.declarations : [statement]))
    .filter(({ body, initializer }) => body !== undefined || ts.isArrowFunction(initializer ?? {}));
}
