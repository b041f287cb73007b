/** Colours, font and focus ring of pages written by the server. Equal to the web app's tokens. */
export const PLAIN_STYLE = `:root {
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
body { margin: 0; background: var(--desk); color: var(--text); font: 420 0.9375rem/1.5 "Geist Variable", ui-sans-serif, system-ui, sans-serif; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
h1 { margin: 0; font-size: clamp(1.75rem, 1.4rem + 1.6vw, 2.5rem); line-height: 1.2; letter-spacing: -0.035em; }
.lead { color: var(--text-soft); }
`

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** A day in UTC as the app writes it: "9 Mar 2026". */
export function writtenDay(time: number): string {
  return DAY.format(time)
}
