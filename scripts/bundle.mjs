import { ensureBundle } from './esbuild.mjs';

await ensureBundle();
