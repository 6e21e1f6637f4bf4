import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The names of files with licences, and with notices that copies must include (Apache License 2.0, section 4). */
const LICENCE = /^(?:licen[cs]e|unlicense|copying)(?:[.-]|$)/i;
const NOTICE = /^notice(?:\.|$)/i;

const HEAD = 'The JavaScript of taskpack contains code of these packages.\n';

/**
 * Returns the licences and notices of packages, given by their folders below the root. Throws if a package has no licence
 * file and no licence whose text is known.
 */
export function licenceNotices(root, places) {
  const sections = places.map((place) => sectionOf(join(root, place)));
  const sorted = [...new Set(sections)].toSorted((one, other) => (one < other ? -1 : 1));
  return [HEAD, ...sorted].join('\n');
}

function sectionOf(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).toSorted();
  const texts = [...files.filter((file) => LICENCE.test(file)), ...files.filter((file) => NOTICE.test(file))].map(
    (file) => readFileSync(join(folder, file), 'utf8').trim(),
  );
  if (!files.some((file) => LICENCE.test(file))) texts.unshift(standardText(name, license, author));
  return `=== ${name} ${version} (${license})\n\n${texts.join('\n\n')}\n`;
}

/** Returns the text of a licence that a package only names. */
function standardText(name, license, author) {
  const holder = typeof author === 'string' ? author : author?.name;
  if (license === 'MIT' && holder !== undefined) return `Copyright (c) ${holder}\n\n${MIT}`;
  throw new Error(
    `the package ${name} has no licence file: add the text of its licence to scripts/licences/notices.mjs`,
  );
}

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
THE SOFTWARE.`;
