import { mount } from './volume.ts';

/** kpack's volumes and mount paths, which tools that read its pods know (kpack, build_pod.go). */
export const LAYERS = mount('layers-dir', '/layers');
export const PROJECT_METADATA = mount('layers-dir', '/projectMetadata');
export const WORKSPACE = mount('workspace-dir', '/workspace');
export const PLATFORM = mount('platform-dir', '/platform');
export const REPORT = mount('report-dir', '/var/report');
export const CACHE = mount('cache-dir', '/cache');

/** Holds the registry credentials that prepare writes; phases that run buildpacks never mount it. */
export const HOME = mount('home-dir', '/builder/home');

export const REPORT_FILE = `${REPORT.mountPath}/report.toml`;
export const BINDINGS_PATH = `${PLATFORM.mountPath}/bindings`;
