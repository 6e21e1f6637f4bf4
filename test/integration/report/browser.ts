import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';

/** The path of Debian's browser. */
const CHROMIUM = '/usr/bin/chromium';

/** Starts a headless browser. Throws an error that names the missing package. */
export async function startBrowser(): Promise<Browser> {
  if (!existsSync(CHROMIUM))
    throw new Error("the tests of pages need Debian's package chromium: .ci/packages installs it");
  // Root has no namespace sandbox.
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns what axe-core finds wrong in a page, as `rule: elements`. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  // The page's own policy allows no other script, so axe runs in the browser's isolated world.
  const results = (await page.evaluate(`${AXE}; axe.run(document)`)) as AxeResults;
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
}
