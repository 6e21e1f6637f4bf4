/**
 * A script that says that it is up and runs until it is told to end, or until its folder is gone: whatever becomes of the
 * test, it does not run for ever. What the shell says of killed children is no matter.
 */
export const LOOP = 'exec 2>/dev/null; touch up; while [ -e up ] && ! [ -e end ]; do sleep 0.05; done';
