import { installation } from '../../install/manifests/installation.ts';
import { settingsOf } from '../settings-of.ts';
import type { Terminal } from '../terminal.ts';
import { jsonTexts } from '../translate/output/json-texts.ts';
import { yamlTexts } from '../translate/output/yaml-texts.ts';
import { writeTexts } from '../write-texts.ts';
import type { InstallFlags } from './flags.ts';
import { installedImages } from './images.ts';

/** What `taskpack install` does. */
export async function runInstall(flags: InstallFlags, terminal: Terminal): Promise<void> {
  if (flags.check === true) return check(flags, terminal);
  const manifests = installation(installedImages(flags, settingsOf(terminal)));
  await writeTexts(terminal.output, flags.output === 'yaml' ? yamlTexts(manifests) : jsonTexts(manifests));
}

/** The way to a cluster is loaded only now. */
async function check(flags: InstallFlags, terminal: Terminal): Promise<void> {
  const { checkCluster } = await import('./check-cluster.ts');
  await checkCluster(flags, terminal);
}
