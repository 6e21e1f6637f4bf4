/**
 * The script of the page: a search in the log. Without it, the page shows everything but the search. It writes numbers and classes
 * only, so nothing in the log becomes markup.
 */
export const SCRIPT = `
'use strict';
(() => {
  const form = document.getElementById('search');
  const input = document.getElementById('search-text');
  const status = document.getElementById('search-status');
  if (!form || !input || !status) return;
  const lines = [...document.querySelectorAll('.log span')];
  let hits = [];
  let at = -1;
  const clear = () => {
    for (const line of hits) line.classList.remove('hit', 'now');
    hits = [];
    at = -1;
  };
  const find = () => {
    clear();
    const text = input.value.toLowerCase();
    if (text === '') { status.textContent = ''; return; }
    hits = lines.filter((line) => line.textContent.toLowerCase().includes(text));
    for (const line of hits) line.classList.add('hit');
    status.textContent = hits.length === 0 ? 'No line contains this.' : hits.length + (hits.length === 1 ? ' line' : ' lines');
  };
  const go = (step) => {
    if (hits.length === 0) return;
    if (at >= 0) hits[at].classList.remove('now');
    at = (at + step + hits.length) % hits.length;
    const line = hits[at];
    line.classList.add('now');
    line.closest('details').open = true;
    line.scrollIntoView({ block: 'center' });
    status.textContent = 'Line ' + (at + 1) + ' of ' + hits.length;
  };
  input.addEventListener('input', find);
  form.addEventListener('submit', (event) => { event.preventDefault(); go(1); });
  document.getElementById('search-previous').addEventListener('click', () => go(at < 0 ? 0 : -1));
  form.hidden = false;
})();
`;
