import ts from 'typescript';

/** Returns the comments of a TypeScript or JavaScript file, and its messages or, in a test, its titles. */
export function scriptTexts(source, path, { isTest }) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const texts = [];
  const seen = new Set();
  const at = (position) => file.getLineAndCharacterOfPosition(position).line + 1;
  const comment = (from, to) => {
    if (seen.has(from)) return;
    seen.add(from);
    const text = source
      .slice(from, to)
      .replace(/^\/\*+|\*+\/$|^\/\/+ ?/g, '')
      .replace(/^[ \t]*\* ?/gm, '');
    texts.push({ kind: 'comment', line: at(from), from, to, text: text.trim() });
  };
  const visit = (node) => {
    ts.forEachLeadingCommentRange(source, node.pos, comment);
    ts.forEachTrailingCommentRange(source, node.end, comment);
    const text = literalText(node);
    if (text !== undefined && (isTest ? isTitle(node) : isMessage(text))) {
      texts.push({ kind: isTest ? 'title' : 'message', line: at(node.getStart()), text });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return joinLineComments(texts);
}

function literalText(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `X${literal.text}`).join('');
}

/** Two words and more; a path, an identifier or an argument is not prose. */
function isMessage(text) {
  return /[a-z]{2,} [a-z]{2,}/.test(text);
}

function isTitle(node) {
  const call = node.parent;
  return (
    ts.isCallExpression(call) && call.arguments[0] === node && /^(?:describe|it)\b/.test(call.expression.getText())
  );
}

/** Line comments on adjacent lines are one text. */
function joinLineComments(texts) {
  const joined = [];
  for (const text of texts.toSorted((one, other) => one.line - other.line)) {
    const last = joined.at(-1);
    const isNext =
      text.kind === 'comment' && last?.kind === 'comment' && last.line + last.text.split('\n').length === text.line;
    if (isNext) last.text += `\n${text.text}`;
    else joined.push({ ...text });
  }
  return joined;
}
