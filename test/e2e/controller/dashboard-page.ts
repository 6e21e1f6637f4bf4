import type { Browser, Page } from 'playwright-core';
import { startDashboard } from '../../integration/dashboard/dashboard-process.ts';
import { openContext, startBrowser } from '../../integration/report/browser.ts';

/** The content of the page of a Build in `taskpack dashboard`. */
export interface ShownPage {
  /** The states and reasons in the order in which they appeared. */
  readonly states: readonly string[];
  readonly times: string;
  readonly log: string;
}

/** Runs work while a browser shows the page of a Build, and returns what the page has shown when the log has ended. */
export async function shownWhile(
  kubeconfig: string,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  work: () => Promise<void>,
): Promise<ShownPage> {
  const dashboard = await startDashboard('-n', namespace, '--kubeconfig', kubeconfig);
  let browser: Browser | undefined;
  try {
    browser = await startBrowser();
    const page = await (await openContext(browser)).newPage();
    await page.addInitScript(RECORD_STATES);
    await page.goto(dashboard.address);
    await page.goto(`${dashboard.origin}/#/build/${namespace}/${name}`);
    await page.getByText('This Build does not exist').waitFor();
    await work();
    return await read(page);
  } finally {
    await browser?.close();
    await dashboard.stop();
  }
}

async function read(page: Page): Promise<ShownPage> {
  // Each phase has succeeded before the Build has.
  await page.locator(STATE, { hasText: 'Succeeded' }).waitFor();
  await page.getByRole('button', { name: 'Follow the end' }).waitFor({ state: 'detached' });
  return {
    states: await page.evaluate('window.shownStates'),
    times: await page.getByRole('region', { name: 'Times' }).innerText(),
    log: await page.getByRole('region', { name: 'Lines of the log' }).innerText(),
  };
}

const STATE = '.summary [role=status]';

const RECORD_STATES = `
window.shownStates = [];
new MutationObserver(() => {
  const text = document.querySelector('${STATE}')?.textContent;
  if (text !== undefined && text !== window.shownStates.at(-1)) window.shownStates.push(text);
}).observe(document, { subtree: true, childList: true, characterData: true });
`;
