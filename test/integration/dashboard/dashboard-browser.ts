import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openContext, startBrowser } from '../report/browser.ts';
import { startDashboard, type DashboardProcess } from './dashboard-process.ts';

/** `taskpack dashboard` of one namespace, and a browser. */
export interface DashboardBrowser {
  readonly dashboard: DashboardProcess;
  readonly browser: Browser;
  /** Runs work on a page that has the token and shows a place, such as `#/builds`. */
  readonly withPage: (
    place: string,
    work: (page: Page) => Promise<void>,
    options?: BrowserContextOptions,
  ) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts the command and a browser. */
export async function openDashboard(kubeconfig: string, namespace: string): Promise<DashboardBrowser> {
  const dashboard = await startDashboard('-n', namespace, '--kubeconfig', kubeconfig);
  const browser = await startBrowser().catch(async (error: unknown) => {
    await dashboard.stop();
    throw error;
  });
  return {
    dashboard,
    browser,
    withPage: async (place, work, options = {}) => {
      const context = await openContext(browser, options);
      try {
        const page = await context.newPage();
        await page.goto(dashboard.address);
        // The place is then a navigation of its own, with its own times.
        await page.goto('about:blank');
        await page.goto(`${dashboard.origin}/${place}`);
        await work(page);
      } finally {
        await context.close();
      }
    },
    close: async () => {
      await browser.close();
      await dashboard.stop();
    },
  };
}
