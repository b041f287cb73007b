/** What of a page as it is drawn stands in none of its attributes. */

const LINKS = /^(?:https?|mailto|tel|ftp):$/

/** Where a link leads. One for a script leads to the top, so that it looks as it did. Null: it is none. */
export function linkTo(href: string | null, base: string): string | null {
  if (href === null || href.trim().startsWith('#')) return href
  if (!URL.canParse(href, base)) return '#'
  const address = new URL(href, base)
  return LINKS.test(address.protocol) ? address.href : '#'
}

export function hasBox(element: Element): boolean {
  return element.getClientRects().length > 0
}

/** Whether a frame is there to count readers, or for a script. */
export function isCountersSize(element: Element): boolean {
  return element.clientWidth <= 1 || element.clientHeight <= 1
}

/** An image that is drawn, read from the screen. Throws where the browser does not give it away. */
export function drawnImage(image: HTMLImageElement): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth
  canvas.height = image.naturalHeight
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  return new Promise((resolve) => canvas.toBlob(resolve))
}

/** The picture that a video stands at. Null: none, or one that the browser does not give away. */
export function drawnVideo(video: HTMLVideoElement): string | null {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0) return null
  const isUntouched = video.currentTime === 0 && video.poster !== ''
  if (isUntouched) return null
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  try {
    canvas.getContext('2d')?.drawImage(video, 0, 0)
    return canvas.toDataURL('image/jpeg', 0.9)
  } catch {
    return null
  }
}

/** Open and closed ones. */
export function shadowOf(element: HTMLElement): ShadowRoot | null {
  const own = (element as { openOrClosedShadowRoot?: ShadowRoot | null }).openOrClosedShadowRoot
  if (own !== undefined) return own
  // Left out of frames and of pages that are no extension’s.
  return globalThis.chrome?.dom?.openOrClosedShadowRoot(element) ?? element.shadowRoot
}

/** Sheets that only scripts know. Some browsers keep them from extensions. */
export function adoptedBy(root: Document | ShadowRoot): readonly CSSStyleSheet[] {
  try {
    return [...root.adoptedStyleSheets]
  } catch {
    return []
  }
}

/** The page in a frame. Null: it is of another site. */
export function pageIn(frame: HTMLIFrameElement): Document | null {
  try {
    return frame.contentDocument?.body == null ? null : frame.contentDocument
  } catch {
    return null
  }
}

/** Which frame a window is: its number among those of each window above it. Null: it is not listed there. */
export function framePath(inner: Window | null): string | null {
  const path: number[] = []
  for (let window = inner; window !== null && window !== window.top; window = window.parent) {
    let number = 0
    while (number < window.parent.length && window.parent[number] !== window) number += 1
    if (number === window.parent.length) return null
    path.unshift(number)
  }
  return inner === null ? null : path.join('.')
}

const BOX =
  `align-self background-color border-bottom border-left border-radius border-right border-top bottom box-sizing clear
  flex-basis flex-grow flex-shrink float grid-area height justify-self left margin-bottom margin-left margin-right margin-top max-width
  opacity order padding-bottom padding-left padding-right padding-top position right top transform vertical-align visibility width
  z-index`.split(/\s+/)

/** The box of a frame as an attribute `style` of another element. */
export function frameStyle(element: Element, inner: Document | null): string {
  const style = getComputedStyle(element)
  const box = BOX.map((name) => `${name}:${style.getPropertyValue(name)}`)
  const display = style.display === 'inline' ? 'inline-block' : style.display
  // Held within the box: what is fixed, and what is larger.
  const own = ['overflow:auto', 'contain:layout paint style', `display:${display}`]
  const behind = inner === null ? null : pageBackground(inner)
  if (behind !== null) own.push(`background-color:${behind}`)
  return [...box, ...own].join(';')
}

/** Its box: without scripts a browser draws none for a canvas. */
export function drawingStyle(canvas: HTMLCanvasElement): string {
  const { display, width, height } = getComputedStyle(canvas)
  return `display:${display === 'inline' ? 'inline-block' : display};width:${width};height:${height}`
}

/** The colour of a page, which browsers draw over its whole window. Null: none. */
function pageBackground({ documentElement, body, defaultView }: Document): string | null {
  const colours = [documentElement, body].map(
    (element) => defaultView?.getComputedStyle(element).backgroundColor,
  )
  return (
    colours.find((colour) => colour !== undefined && !/^(?:transparent|rgba\(0, 0, 0, 0\))$/.test(colour)) ??
    null
  )
}
