/**
 * Whether a file is the font of nearly all text. It is preloaded for the first layout. Without it, the browser
 * looks up each fallback font in each size, which takes most of that layout.
 */
export function isTextFont(fileName: string): boolean {
  return /\/geist-latin-wght-normal-[\w-]+\.woff2$/.test(fileName)
}

/** Preload link for a font. */
export function fontLink(fileName: string): string {
  return `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${fileName}">`
}
