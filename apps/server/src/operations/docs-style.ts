import { PLAIN_STYLE } from '../lib/plain-style.ts'

/** The style sheet of the API page, a separate file: the content security policy allows no inline styles. */
export const DOCS_STYLE = `${PLAIN_STYLE}:root {
  --todo: light-dark(oklch(0.45 0.14 255), oklch(0.84 0.08 245));
  --good: light-dark(oklch(0.47 0.11 150), oklch(0.79 0.13 152));
  --mono: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, monospace;
}
.skip { position: absolute; left: 1rem; top: -4rem; padding: 0.5rem 1rem; background: var(--surface); }
.skip:focus { top: 0.5rem; }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1.5rem; min-height: 3.75rem; padding: 0.5rem 1.5rem; border-bottom: 1px solid var(--line); }
.bar a { display: inline-flex; align-items: center; gap: 0.5rem; min-height: 2.75rem; color: var(--text-soft); text-decoration: none; }
.bar .brand { margin-right: auto; color: var(--text); font-weight: 620; }
.page { display: grid; gap: 2rem; max-width: 84rem; margin: 0 auto; padding: 1.5rem; }
nav details { border-bottom: 1px solid var(--line); }
nav ul { margin: 0 0 0.75rem; padding: 0; list-style: none; }
nav a { display: block; padding: 0.25rem 0.75rem; color: var(--text-soft); font-size: 0.8125rem; text-decoration: none; overflow-wrap: anywhere; }
nav a:hover { color: var(--text); text-decoration: underline; }
summary { display: list-item; min-height: 2.25rem; padding: 0.375rem 0; cursor: pointer; font-weight: 520; }
.count { color: var(--text-soft); font-weight: 420; font-size: 0.8125rem; }
main > div { min-width: 0; }
h2 { margin: 3rem 0 1rem; font-size: 1.5rem; letter-spacing: -0.02em; }
h3 { margin: 0; font-size: 1rem; font-weight: 520; overflow-wrap: anywhere; }
p { margin: 0.5rem 0 0; max-width: 46rem; }
article { margin-bottom: 1rem; padding: 1rem 1.25rem; background: var(--surface); border: 1px solid var(--line); border-radius: 0.75rem; scroll-margin-top: 1rem; }
article:target { border-color: var(--accent); }
article details { margin-top: 0.5rem; }
code, pre { font-family: var(--mono); font-size: 0.875em; }
.method { display: inline-block; min-width: 4.5rem; color: var(--good); font: 600 0.75rem/1.5 var(--mono); }
.method[data-method="POST"] { color: var(--todo); }
.method[data-method="DELETE"] { color: var(--accent); }
.plain, .access { color: var(--text-soft); font-size: 0.8125rem; }
.frame { margin-top: 0.75rem; overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 0.8125rem; }
th, td { padding: 0.375rem 0.75rem 0.375rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { color: var(--text-soft); font-weight: 520; }
tbody th { font-weight: 420; white-space: nowrap; }
th[data-level="1"] { padding-left: 1.25rem; }
th[data-level="2"] { padding-left: 2.5rem; }
.statuses { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0.75rem 0 0; padding: 0; list-style: none; color: var(--text-soft); font-size: 0.8125rem; }
pre { margin: 0.75rem 0 0; padding: 0.75rem 1rem; max-height: 30rem; overflow: auto; background: var(--sunken); border-radius: 0.5rem; }
@media (min-width: 56rem) {
  .page { grid-template-columns: 15rem minmax(0, 1fr); }
  nav { grid-area: 1 / 1 / span 2; position: sticky; top: 1.5rem; align-self: start; max-height: calc(100dvh - 3rem); overflow-y: auto; }
}
`
