/**
 * Returns the font of nearly all text, by its file in a build. It is there before the first layout then; otherwise the
 * browser looks for each of the fonts that stand in for it, in each size, which takes most of that layout.
 */
export function isTextFont(fileName: string): boolean {
  return /\/geist-latin-wght-normal-[\w-]+\.woff2$/.test(fileName)
}

/** Has a page fetch a font with its scripts. */
export function fontLink(fileName: string): string {
  return `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${fileName}">`
}
