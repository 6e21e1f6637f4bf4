export function trackedFiles(root: string, folder: string): readonly string[];
export function changesOf(root: string): readonly string[];
