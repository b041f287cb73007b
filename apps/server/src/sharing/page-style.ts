import { PLAIN_STYLE } from '../lib/plain-style.ts'

/** A separate file, because the content security policy allows no inline styles. */
export const SHARED_STYLE = `${PLAIN_STYLE}body { max-width: 46rem; margin: 0 auto; padding: clamp(1.5rem, 5vw, 3.5rem) clamp(1rem, 4vw, 2rem); }
h1 { overflow-wrap: anywhere; }
p { margin: 0.25rem 0 0; }
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
