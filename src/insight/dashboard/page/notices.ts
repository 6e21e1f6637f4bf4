import { h, type ComponentChild } from 'preact';
import type { Connection } from './stream.ts';

const REFUSED = 'The server refuses the token of this page. Open the address that "taskpack dashboard" printed last.';

/** Shows what is not up to date: the connection, and what the user may not read. */
export function Notices({
  connection,
  notes = [],
}: {
  readonly connection: Connection;
  readonly notes?: readonly string[];
}): ComponentChild {
  const texts = [...connectionTexts(connection), ...notes];
  return h(
    'div',
    { role: 'status', class: 'notices' },
    texts.map((text) => h('p', { key: text, class: 'notice' }, text)),
  );
}

function connectionTexts(connection: Connection): readonly string[] {
  switch (connection.kind) {
    case 'opening':
    case 'open':
      return [];
    case 'lost':
      return [connection.text];
    case 'refused':
      return [REFUSED];
  }
}
