/** A piece of prose: `kind` says where it stands, `line` is its first line, counted from 1. */

/** Returns the prose of a Markdown file: paragraphs, list items, headings and table cells, without code. */
export function markdownTexts(source) {
  const texts = [];
  let paragraph;
  let fence;
  const end = () => {
    if (paragraph !== undefined) texts.push(paragraph);
    paragraph = undefined;
  };
  for (const [index, line] of source.split('\n').entries()) {
    const marker = /^\s*(```+|~~~+)/.exec(line)?.[1];
    if (fence !== undefined || marker !== undefined) {
      end();
      if (fence === undefined) fence = marker;
      else if (marker?.startsWith(fence)) fence = undefined;
      continue;
    }
    if (/^\s*$|^\s*<!--|^\s*\|?[\s:|-]+\|?$/.test(line)) end();
    else if (/^\s*\|/.test(line)) {
      end();
      const cells = line.split(/(?<!\\)\|/).slice(1, -1);
      for (const cell of cells) texts.push({ kind: 'cell', line: index + 1, text: cell.trim() });
    } else if (line.startsWith('#')) {
      end();
      texts.push({ kind: 'heading', line: index + 1, text: line.replace(/^#+ /, '') });
    } else if (/^\s*(?:[-*+]|\d+\.|>) /.test(line)) {
      end();
      paragraph = { kind: 'prose', line: index + 1, text: line.replace(/^\s*(?:[-*+]|\d+\.|>) /, '') };
    } else if (paragraph === undefined) paragraph = { kind: 'prose', line: index + 1, text: line.trim() };
    else paragraph.text += `\n${line.trim()}`;
  }
  end();
  return texts;
}

/** Returns the comments of a Go file. */
export function goTexts(source) {
  const texts = [];
  for (const [index, line] of source.split('\n').entries()) {
    const comment = /^\s*\/\/ ?(?!go:|\s*\+build)(.*)/.exec(line)?.[1];
    if (comment === undefined) continue;
    // In a doc comment, an indented line is code (go.dev/doc/comment).
    const text = comment.startsWith('\t') ? '' : comment;
    const last = texts.at(-1);
    if (last !== undefined && last.line + last.text.split('\n').length === index + 1) last.text += `\n${text}`;
    else texts.push({ kind: 'comment', line: index + 1, text });
  }
  return texts;
}
