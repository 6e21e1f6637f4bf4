import { ensureDependencies } from './dependencies.mjs';

ensureDependencies();
// Not before the dependencies are installed.
const { require } = await import('./typescript.mjs');
const { demo } = require('../test/cluster/commands/demo.ts');
await demo(process.argv.slice(2));
