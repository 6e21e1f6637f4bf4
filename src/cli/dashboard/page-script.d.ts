/** scripts/esbuild.mjs writes this module. */
declare module 'taskpack-dashboard-page' {
  /** The script of the dashboard's page. */
  export const SCRIPT: string;
}
