import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';

/** The path of Debian's browser. */
const CHROMIUM = '/usr/bin/chromium';

/** Starts a headless browser. Throws an error that names the missing package. */
export async function startBrowser(): Promise<Browser> {
  if (!existsSync(CHROMIUM))
    throw new Error("the tests of pages need Debian's package chromium: .ci/packages installs it");
  // Root has no namespace sandbox.
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
}

/** Other suites load the machine, and a page can be slow without being wrong. */
const TIMEOUT_MS = 90_000;

/** Opens a context of the browser. */
export async function openContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(TIMEOUT_MS);
  return context;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns what axe-core finds wrong in a page, as `rule: elements`. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  // The page's own policy allows no other script, so axe runs in the browser's isolated world.
  const results = (await page.evaluate(`${AXE}; axe.run(document)`)) as AxeResults;
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
}
