import { COMPATIBILITY } from './compatibility.ts';
import { CONTENTS } from './contents.ts';
import { REFERENCES } from './references.ts';
import { VERSIONS } from './versions.ts';

/** The written worlds by table. */
export const WRITTEN = { references: REFERENCES, versions: VERSIONS, contents: CONTENTS, compatibility: COMPATIBILITY };
