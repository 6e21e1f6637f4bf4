/** The colours of the control sequences that taskpack prints (ECMA-48, "SGR"). */
const STYLES: Readonly<Record<string, string>> = {
  1: 'font-weight:bold',
  2: 'opacity:.7',
  31: 'color:#ff8b85',
  32: 'color:#56d364',
  33: 'color:#e3b341',
  34: 'color:#79b8ff',
  36: 'color:#5ad1e0',
};

// oxlint-disable-next-line no-control-regex
const SEQUENCE = /\u001b\[([\d;]*)m/;

/** Returns a page that shows the output of a terminal. */
export function terminalPage(command: string, output: string): string {
  const [start = '', ...rest] = output.replaceAll('\r', '').split(SEQUENCE);
  let [html, style] = [escaped(start), ''];
  for (let index = 0; index < rest.length; index += 2) {
    const codes = (rest[index] ?? '').split(';');
    style = codes.reduce((last, code) => STYLES[code] ?? (/^(?:0|22|39|)$/.test(code) ? '' : last), style);
    html += `<span style="${style}">${escaped(rest[index + 1] ?? '')}</span>`;
  }
  return `<body style="margin:0;background:#0d1117"><pre style="display:inline-block;margin:0;padding:16px 20px;color:#e6edf3;font:14px/1.4 monospace">$ ${escaped(command)}\n${html.trimEnd()}</pre></body>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
