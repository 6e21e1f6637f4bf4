import { siteConfig } from '../site-config.mjs';

// VitePress reads the default export.
// oxlint-disable-next-line import/no-default-export
export default siteConfig(process.env);
