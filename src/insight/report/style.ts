/** The style sheet of the page. It has no address of another host, and both colour schemes have a contrast of at least 4.5. */
export const STYLE = `
:root{color-scheme:light dark;--bg:#fff;--fg:#1b1f24;--muted:#57606a;--line:#d0d7de;--panel:#f6f8fa;--good:#116329;--bad:#b3111f;--warn:#7d4e00;--info:#0550ae;--run:#2f6fb5;--wait:#8c6a00;--hand:#6e7781;--mark:#fff1a8;--marked:#1b1f24}
@media (prefers-color-scheme:dark){:root{--bg:#0d1117;--fg:#e6edf3;--muted:#9aa4af;--line:#30363d;--panel:#161b22;--good:#56d364;--bad:#ff8b85;--warn:#e3b341;--info:#79b8ff;--run:#4a94dd;--wait:#c79a1e;--hand:#8b949e;--mark:#5a4a00;--marked:#fff}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main,header,footer{max-width:72rem;margin:0 auto;padding:1rem}
h1{font-size:1.5rem;line-height:1.3;margin:.5rem 0}
h2{font-size:1.2rem;margin:2rem 0 .5rem;border-bottom:1px solid var(--line);padding-bottom:.25rem}
h3{font-size:1rem;margin:1rem 0 .25rem}
p{margin:.4rem 0}
a{color:var(--info)}
:focus-visible{outline:3px solid var(--info);outline-offset:2px}
.skip{position:absolute;left:-999px}
.skip:focus{left:1rem;top:1rem;background:var(--bg);padding:.5rem}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;margin:0;padding:0}
.state{font-weight:600;border:2px solid;border-radius:.4rem;padding:.1rem .6rem;display:inline-block}
.good{color:var(--good)}.bad{color:var(--bad)}.warn{color:var(--warn)}.info{color:var(--info)}.muted{color:var(--muted)}
.failure{border:1px solid var(--line);border-left:.4rem solid var(--bad);background:var(--panel);padding:.25rem 1rem 1rem;border-radius:.4rem}
dl{display:grid;grid-template-columns:minmax(7rem,max-content) 1fr;gap:.25rem 1rem;margin:.5rem 0}
dt{color:var(--muted)}dd{margin:0;min-width:0}
dd ul{margin:0;padding:0;list-style:none}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.25rem .75rem .25rem 0;vertical-align:top;border-bottom:1px solid var(--line);font-weight:400}
thead th{color:var(--muted)}
.word{white-space:nowrap}
.number{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.bar{width:50%;padding-right:0;vertical-align:middle}
svg{display:block;width:100%;height:1rem}
.track{fill:var(--panel)}.phase{fill:var(--run)}.failed{fill:var(--bad)}.wait{fill:var(--wait)}.hand-off{fill:var(--hand)}.new{fill:var(--run)}.reused{fill:var(--hand)}
.groups{list-style:none;margin:0;padding:0}
.groups>li{border:1px solid var(--line);border-radius:.4rem;padding:.5rem .75rem;margin:.5rem 0}
.groups>.selected{border:2px solid var(--good)}
.chain{display:flex;flex-wrap:wrap;list-style:none;gap:.5rem 1.75rem;margin:.5rem 0 0;padding:0}
.chain>li{position:relative;border:1px solid var(--line);border-radius:.4rem;padding:.25rem .5rem;max-width:22rem;background:var(--panel)}
.chain>li+li::before{content:"\\2192";position:absolute;left:-1.4rem;top:.25rem;color:var(--muted)}
.chain>.built{border-color:var(--good)}.chain>.failed{border-color:var(--bad)}
.then{text-align:center;color:var(--muted)}
pre{margin:0;white-space:pre-wrap;font:13px/1.45 ui-monospace,monospace}
.log{background:var(--panel);border:1px solid var(--line);border-radius:.4rem;padding:.5rem .75rem;max-height:70vh;overflow:auto}
.log span{display:block;min-height:1.45em}
.log .hit{background:var(--mark);color:var(--marked)}
.log .now{outline:2px solid var(--info)}
.search{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:.5rem 0}
.search[hidden]{display:none}
input,button{font:inherit;color:inherit;background:var(--bg);border:1px solid var(--muted);border-radius:.4rem;padding:.25rem .6rem;max-width:100%}
summary{cursor:pointer;padding:.25rem 0}
code{font:.9em ui-monospace,monospace}
@media (max-width:40rem){main,header,footer{padding:.75rem}dl{grid-template-columns:1fr;gap:0 1rem}dd{margin-bottom:.5rem}.bar{width:30%}.chain{flex-direction:column}.chain>li+li::before{content:"\\2193";left:1rem;top:-1.35rem}.chain{gap:1.25rem}}
@media print{.search,nav{display:none}.log{max-height:none}}
`;
