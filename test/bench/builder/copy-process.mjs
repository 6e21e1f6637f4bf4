// Copies an image and sends the maximum memory in MB to the parent process.
import { compiled } from '../compiled.mjs';
import { withClient } from './client.mjs';

const [from, to] = process.argv.slice(2);
const measured = await compiled('test/bench/builder/measured.mjs');
const { parseImageReference, copyImage } = measured;
await withClient(measured, async (client) => copyImage(client, parseImageReference(from), parseImageReference(to)));
process.send(process.resourceUsage().maxRSS / 1024);
process.disconnect();
