/** taskpack's own version, which `npm run generate` takes from package.json. */
export const VERSION = '0.1.0';
