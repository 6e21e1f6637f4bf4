/**
 * Texts that every YAML reader takes for texts when they stand unquoted in block style: they begin like a word, a path,
 * an option, a variable or a quantity, are none of YAML 1.1's words, and have no `: ` or ` #` and no blank at the end.
 */
const PLAIN =
  /^(?!(?:true|false|yes|no|on|off|y|n|null)$)(?:[A-Za-z/_$(]|-{1,2}[A-Za-z]|\d+[hmskgtp])(?:[\w./@+=,%*()$<>;!&?~^|'"`\\{}[\]-]|#|:(?=[^ :#])| (?=[\w./@+=,%*()$<>;!&?~^|'"`\\{}[\]-]))*$/i;

/** Texts that no YAML reader takes for texts unless they are quoted, and that need no escapes. */
const QUOTED = /^(?:[{}[\]&*!|>'"%@`#,][\x20-\x7e]*|\d+(?:\.\d+)?|true|false|)$/;

/** The text as js-yaml writes it, if that is certain at a glance; else `undefined`. */
export function plainOrQuoted(text: string): string | undefined {
  if (PLAIN.test(text)) return text;
  return QUOTED.test(text) ? `'${text.replaceAll("'", "''")}'` : undefined;
}
