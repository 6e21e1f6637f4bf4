import { ensureDependencies } from './dependencies.mjs';
import { require } from './typescript.mjs';

ensureDependencies();
const { demo } = require('../test/cluster/commands/demo.ts');
await demo(process.argv.slice(2));
