/** The dashboard's addition to the style sheet of the report, whose colours and tables it uses. */
export const STYLE = `
:root{--row:2.5rem}
html,body{height:100%}
#root{display:flex;flex-direction:column;min-height:100%}
.top{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem 1.5rem;border-bottom:1px solid var(--line);max-width:none;width:100%;padding:.5rem 1rem}
.top strong{font-size:1.1rem}
.top [aria-current]{color:var(--fg);font-weight:600;text-decoration:none;border-bottom:3px solid var(--info)}
main{width:100%}
h1:focus{outline:none}
.list-page{display:flex;flex-direction:column;max-width:none;height:calc(100dvh - 3.2rem);padding-bottom:0}
.list-page h1{margin:0 0 .5rem}
.filter{display:flex;flex-wrap:wrap;gap:.4rem .6rem;align-items:center;margin:0 0 .5rem}
.filter input{flex:1 1 12rem;max-width:28rem}
select{font:inherit;color:inherit;background:var(--bg);border:1px solid var(--muted);border-radius:.4rem;padding:.25rem .4rem;max-width:100%}
.count{color:var(--muted)}
.notice{border:1px solid var(--line);border-left:.4rem solid var(--warn);background:var(--panel);padding:.25rem .75rem;margin:.25rem 0}
.empty{margin:1rem 0}
.rows{flex:1 1 auto;min-height:8rem;overflow:auto;position:relative;border-top:1px solid var(--line);scroll-padding-top:2.25rem}
.heads{position:sticky;top:0;z-index:1;background:var(--bg);color:var(--muted);border-bottom:1px solid var(--line)}
.body{position:relative;contain:strict;width:100%}
.row{position:absolute;left:0;right:0;height:var(--row);border-bottom:1px solid var(--line);align-items:center}
.row:focus-within{background:var(--panel)}
.row,.head{display:grid;gap:0 .75rem;padding:0 .5rem}
.head{height:2rem;align-items:center}
.cell{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.cell a{display:block;overflow:hidden;text-overflow:ellipsis}
.cell a:focus-visible{outline-offset:-3px}
.at-took,.at-age,.at-buildpacks,.at-build{text-align:right;font-variant-numeric:tabular-nums}
.images .row,.images .head{grid-template:"name state reason build cause took age"/minmax(8rem,3fr) 7rem minmax(6rem,2fr) 4rem minmax(6rem,2fr) 5rem 5rem}
.builds .row,.builds .head{grid-template:"name state reason cause image took age"/minmax(8rem,3fr) 7rem minmax(6rem,2fr) minmax(6rem,2fr) minmax(6rem,2fr) 5rem 5rem}
.queue .row,.queue .head{grid-template:"name state reason message age"/minmax(8rem,2fr) 7rem minmax(6rem,1fr) minmax(8rem,4fr) 5rem}
.builders .row,.builders .head{grid-template:"name state reason stack lifecycle buildpacks age"/minmax(8rem,3fr) 7rem minmax(6rem,2fr) minmax(6rem,2fr) 6rem 6.5rem 5rem}
${['name', 'state', 'reason', 'build', 'cause', 'image', 'took', 'age', 'message', 'stack', 'lifecycle', 'buildpacks'].map((area) => `.at-${area}{grid-area:${area}}`).join('')}
.badge{font-weight:600;border:1px solid;border-radius:.4rem;padding:0 .4rem;display:inline-block}
.summary p{margin:.25rem 0}
.scope{font-weight:400;color:var(--muted);font-size:1rem}
.log-pane .log{max-height:75vh;margin-bottom:.5rem}
.lines{content-visibility:auto;contain-intrinsic-size:auto 3800px}
.phase-log h3{position:sticky;top:-.5rem;background:var(--panel);margin:0;padding:.25rem 0}
.history{margin:.5rem 0;overflow-x:auto}
.chart{height:220px;max-width:none}
.chart text{font:10px system-ui,sans-serif;fill:var(--muted)}
.column.good{fill:var(--good)}.column.bad{fill:var(--bad)}.column.warn{fill:var(--warn)}.column.info{fill:var(--info)}
@media (max-width:48rem){:root{--row:4.5rem}
.list-page{padding:.5rem .5rem 0}
.head{display:none!important}.heads{border:0}.rows{scroll-padding-top:0}
.images .row{grid-template:"name state" "reason age" "cause took"/1fr max-content}
.builds .row{grid-template:"name state" "reason age" "cause took"/1fr max-content}
.queue .row{grid-template:"name state" "message age" "reason age"/1fr max-content}
.builders .row{grid-template:"name state" "stack age" "reason lifecycle"/1fr max-content}
.images .at-build,.builds .at-image,.builders .at-buildpacks{display:none}
.row{align-content:center}
.object-page table{display:block;overflow-x:auto}}
`;
