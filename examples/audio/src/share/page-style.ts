/** The style of a song's page. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #1c1e26; --soft: #666b7d; --line: #d9dbe5; --paper: #fff; --field: #f5f6fa; --accent: #4353d6; --mark: #e4e7fd; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e9f0; --soft: #9ea3b6; --line: #363a49; --paper: #16181f; --field: #1f222c; --accent: #95a1ff; --mark: #2e3560; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 3rem; }
h1 { margin: 0; font-size: 2rem; line-height: 1.2; }
header p { margin: 0.25rem 0 0; color: var(--soft); }
.transport { position: sticky; top: 0; z-index: 1; display: flex; gap: 1rem; align-items: center; padding: 0.75rem 0; background: var(--paper); }
#play { flex: none; width: 3.5rem; height: 3.5rem; border: 0; border-radius: 50%; background: var(--accent); color: var(--paper); font-size: 1.2rem; cursor: pointer; }
#place { flex: 1; accent-color: var(--accent); }
#clock { font-variant-numeric: tabular-nums; color: var(--soft); }
.form { display: flex; gap: 3px; margin-bottom: 1.5rem; }
.form button { min-width: 0; overflow: hidden; padding: 0.35rem 0.4rem; border: 1px solid var(--line); border-radius: 6px; background: var(--field); color: inherit; font: inherit; font-size: 0.8rem; text-overflow: ellipsis; white-space: nowrap; cursor: pointer; }
.form button.now { border-color: var(--accent); background: var(--mark); }
.section { display: grid; grid-template-columns: 7rem 1fr; gap: 0 1rem; padding: 0.5rem 0; border-top: 1px solid var(--line); }
.section h2 { margin: 0.25rem 0; font-size: 0.85rem; font-weight: 600; color: var(--soft); }
.bars { display: flex; flex-wrap: wrap; row-gap: 0.4rem; }
.bar { display: flex; min-width: 4.5rem; padding: 0 0.6rem 0 0.5rem; border-left: 1px solid var(--line); }
.cell { display: flex; flex-direction: column; border-radius: 4px; cursor: pointer; }
.cell:hover { background: var(--field); }
.cell.now { background: var(--mark); }
.chord { min-height: 1.5em; padding-right: 0.5em; font-weight: 600; font-size: 0.9rem; color: var(--accent); }
.syllable { min-height: 1.5em; padding-right: 0.3em; white-space: pre; }
.syllable.continues { padding-right: 0; }
.score { margin-top: 2rem; padding: 0.5rem 1rem; border-radius: 8px; background: #fff; color: #000; }
.score .abcjs-note, .score .abcjs-rest { cursor: pointer; }
.score .now { fill: #4353d6; color: #4353d6; }
footer { display: flex; flex-wrap: wrap; gap: 1rem; margin-top: 1.5rem; color: var(--soft); font-size: 0.85rem; }
footer a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 40rem) { .section { grid-template-columns: 1fr; } }
@media print { .transport, .form, footer { display: none; } .section, .score { break-inside: avoid-page; } :root { --ink: #000; --paper: #fff; --accent: #000; } }
`
