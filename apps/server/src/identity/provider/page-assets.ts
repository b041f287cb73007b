/** The logo on the provider's pages. */
export const MARK_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#c41e3a" d="M4 12.5 12.5 4H26a2 2 0 0 1 2 2v13.5L19.500 28H6a2 2 0 0 1-2-2z"/><path fill="#fff" d="M21.500 8.500a2.250 2.250 0 1 1 0 4.500 2.250 2.250 0 0 1 0-4.500z"/><path fill="#fff" d="M10 22.500v-7l7 7z"/></svg>`

/**
 * Style of the provider's pages, with the web app's colours and distances. Not taken from the web app, so
 * that signing in works without its build.
 */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --desk: light-dark(oklch(0.988 0.002 90), oklch(0.19 0.006 265));
  --surface: light-dark(oklch(1 0 0), oklch(0.222 0.007 265));
  --text: light-dark(oklch(0.24 0.01 265), oklch(0.94 0.004 265));
  --text-soft: light-dark(oklch(0.42 0.012 265), oklch(0.78 0.008 265));
  --line: light-dark(oklch(0.915 0.004 265), oklch(0.31 0.009 265));
  --line-strong: light-dark(oklch(0.62 0.01 265), oklch(0.55 0.012 265));
  --accent: light-dark(oklch(0.53 0.199 20), oklch(0.575 0.196 20));
  --accent-hover: light-dark(oklch(0.48 0.187 20), oklch(0.53 0.19 20));
  --accent-text: light-dark(oklch(0.5 0.19 20), oklch(0.74 0.14 18));
  --focus: light-dark(oklch(0.53 0.199 20), oklch(0.7 0.17 18));
  --danger: light-dark(oklch(0.5 0.19 28), oklch(0.76 0.14 25));
  --danger-tint: light-dark(oklch(0.965 0.02 25), oklch(0.28 0.06 25));
  --shadow: 0 1px 2px light-dark(oklch(0.2 0.01 265 / 0.06), oklch(0 0 0 / 0.3)),
    0 6px 20px -4px light-dark(oklch(0.2 0.01 265 / 0.1), oklch(0 0 0 / 0.5));
}
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100dvh;
  display: grid;
  place-items: center;
  padding: 1.5rem 1rem;
  background: var(--desk);
  color: var(--text);
  font: 420 0.9375rem/1.5 "Geist Variable", ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
main {
  width: 100%;
  max-width: 24rem;
  padding: 2rem;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 1rem;
  box-shadow: var(--shadow);
}
p { margin: 0; }
.brand { display: flex; align-items: center; gap: 0.5rem; margin-bottom: 1.5rem; font-weight: 620; }
h1 { margin: 0 0 0.25rem; font-size: 1.5rem; line-height: 1.2; font-weight: 620; letter-spacing: -0.01em; }
.lead { margin-bottom: 1.5rem; color: var(--text-soft); }
form { display: grid; gap: 1rem; }
.field { display: grid; gap: 0.25rem; }
label { font-weight: 520; }
input {
  width: 100%;
  min-height: 2.75rem;
  padding: 0.5rem 0.75rem;
  font: inherit;
  color: inherit;
  background: var(--surface);
  border: 1px solid var(--line-strong);
  border-radius: 0.5rem;
}
.check { display: flex; align-items: center; gap: 0.5rem; min-height: 2.75rem; margin-bottom: -1rem; }
.check input { width: 1.125rem; min-height: 1.125rem; margin: 0; accent-color: var(--accent); }
input[aria-invalid="true"] { border-color: var(--danger); }
fieldset { display: grid; margin: 0; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; font-weight: 620; }
h2 { margin: 1.5rem 0 0.25rem; font-size: 1rem; font-weight: 620; }
.keep { display: flex; align-items: start; gap: 0.75rem; min-height: 2.75rem; padding: 0.5rem 0; overflow-wrap: anywhere; }
.keep input { flex: none; width: 1.25rem; min-height: 1.25rem; margin: 0.125rem 0 0; accent-color: var(--accent); }
.keep .hint { display: block; font-weight: 420; }
.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.devices { margin: 0; padding-left: 1.25rem; color: var(--text-soft); overflow-wrap: anywhere; }
.hint { font-size: 0.8125rem; color: var(--text-soft); }
.error, .said { font-size: 0.8125rem; color: var(--danger); }
.banner { margin-bottom: 1rem; padding: 0.625rem 0.75rem; font-size: inherit; background: var(--danger-tint); border-radius: 0.5rem; }
button, .button {
  display: inline-block;
  min-height: 2.75rem;
  padding: 0.6rem 1rem;
  font: inherit;
  font-weight: 520;
  text-align: center;
  text-decoration: none;
  color: oklch(1 0 0);
  background: var(--accent);
  border: 0;
  border-radius: 0.5rem;
  cursor: pointer;
}
button { margin-top: 0.25rem; }
button:hover, .button:hover { background: var(--accent-hover); }
form + form { margin-top: 1rem; }
[hidden], .said:empty { display: none; }
button.quiet { color: var(--text); background: var(--surface); border: 1px solid var(--line-strong); }
button.quiet:hover { background: var(--desk); }
.other { margin-top: 1.5rem; color: var(--text-soft); }
.ways { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin-bottom: 1.5rem; border-bottom: 1px solid var(--line); }
.ways a { padding: 0.625rem 0; color: var(--text-soft); text-decoration: none; }
.ways a:hover { color: var(--text); }
.ways a[aria-current] { margin-bottom: -1px; border-bottom: 2px solid var(--accent); color: var(--text); font-weight: 520; }
a { color: var(--accent-text); }
.button { color: oklch(1 0 0); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
@media (max-width: 30rem) {
  body { place-items: start center; padding: 0; background: var(--surface); }
  main { border: 0; border-radius: 0; box-shadow: none; padding: 1.5rem 1.25rem; }
}
@media (forced-colors: active) { button, .button { border: 1px solid; } }
`
