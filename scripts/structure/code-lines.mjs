import ts from 'typescript';

/** Returns the number of lines with code: not of blank lines and not of lines with comments alone. */
export function codeLines(path, text) {
  if (/\.[cm]?[jt]s$/.test(path)) return scriptLines(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  const comments = path.endsWith('.go') ? /\/\*[^]*?\*\/|^\s*\/\/.*/gm : /^\{\{-? \/\*[^]*?\*\/ -?\}\}|^\s*#.*/gm;
  return text
    .replaceAll(comments, '')
    .split('\n')
    .filter((line) => line.trim() !== '').length;
}

/** Each line of a text in backticks is code, too. */
function scriptLines(file) {
  const lines = new Set();
  const lineAt = (position) => file.getLineAndCharacterOfPosition(position).line;
  const visit = (node) => {
    if (ts.isJSDoc(node)) return;
    const children = node.getChildren(file);
    children.forEach(visit);
    if (children.length > 0 || node.getWidth(file) === 0) return;
    for (let line = lineAt(node.getStart(file)); line <= lineAt(node.end); line += 1) lines.add(line);
  };
  visit(file);
  return lines.size;
}
