/**
 * A script that creates the file `up` and runs until the file `end` appears. It also ends when its folder is removed, so
 * that a failing test leaves no process behind. The shell's messages about killed children are dropped.
 */
export const LOOP = 'exec 2>/dev/null; touch up; while [ -e up ] && ! [ -e end ]; do sleep 0.05; done';
