/**
 * The style of shared pages, served beside them: the content security policy allows none inside. Its colours and distances
 * are those of the web app's tokens.
 */
export const SHARED_STYLE = `:root {
  color-scheme: light dark;
  --desk: light-dark(oklch(0.988 0.002 90), oklch(0.19 0.006 265));
  --surface: light-dark(oklch(1 0 0), oklch(0.222 0.007 265));
  --sunken: light-dark(oklch(0.966 0.003 90), oklch(0.165 0.005 265));
  --text: light-dark(oklch(0.24 0.01 265), oklch(0.94 0.004 265));
  --text-soft: light-dark(oklch(0.42 0.012 265), oklch(0.78 0.008 265));
  --line: light-dark(oklch(0.915 0.004 265), oklch(0.31 0.009 265));
  --accent: light-dark(oklch(0.5 0.19 20), oklch(0.74 0.14 18));
}
*, *::before, *::after { box-sizing: border-box; }
body { max-width: 46rem; margin: 0 auto; padding: clamp(1.5rem, 5vw, 3.5rem) clamp(1rem, 4vw, 2rem); background: var(--desk); color: var(--text); font: 420 0.9375rem/1.5 "Geist Variable", ui-sans-serif, system-ui, sans-serif; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
h1 { margin: 0; font-size: clamp(1.75rem, 1.4rem + 1.6vw, 2.5rem); line-height: 1.2; letter-spacing: -0.035em; overflow-wrap: anywhere; }
p { margin: 0.25rem 0 0; }
.lead { color: var(--text-soft); }
.items { margin: 2rem 0 0; padding: 0; list-style: none; background: var(--surface); border: 1px solid var(--line); border-radius: 0.75rem; }
.items li + li { border-top: 1px solid var(--line); }
article { padding: 0.75rem 1rem; }
h2 { display: flex; gap: 0.5rem; margin: 0; font-size: 1rem; font-weight: 520; line-height: 1.5; }
h2 img { flex: none; margin-top: 0.25rem; border-radius: 0.1875rem; }
h2 a { min-width: 0; color: var(--text); text-decoration: none; }
h2 a span { text-decoration: underline var(--line); text-underline-offset: 0.1875rem; }
h2 span { overflow-wrap: anywhere; }
h2 a:hover span { text-decoration-color: currentcolor; }
.text { color: var(--text-soft); white-space: pre-wrap; overflow-wrap: anywhere; }
.facts { display: flex; flex-wrap: wrap; align-items: center; gap: 0.125rem 0.75rem; color: var(--text-soft); font-size: 0.8125rem; overflow-wrap: anywhere; }
.tags { display: contents; }
.tag { padding: 0 0.5rem; background: var(--sunken); border-radius: 62rem; }
footer { margin-top: 2rem; color: var(--text-soft); font-size: 0.8125rem; }
footer a { display: inline-flex; align-items: center; gap: 0.375rem; min-height: 1.5rem; color: inherit; }
@media (pointer: coarse) {
  h2 a { min-height: 2.75rem; display: inline-flex; align-items: center; }
  h2 { align-items: center; }
  h2 img { margin-top: 0; }
  .lead a, footer a { display: inline-flex; align-items: center; min-height: 2.75rem; }
}
`
