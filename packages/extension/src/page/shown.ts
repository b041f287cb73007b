const LINKS = /^(?:https?|mailto|tel|ftp):$/

/** The address of a link. `#` for a script, so that it still looks like a link. Null: it is no link. */
export function linkTo(href: string | null, base: string): string | null {
  if (href === null || href.trim().startsWith('#')) return href
  if (!URL.canParse(href, base)) return '#'
  const address = new URL(href, base)
  return LINKS.test(address.protocol) ? address.href : '#'
}

export function hasBox(element: Element): boolean {
  return element.getClientRects().length > 0
}

/** Whether an element is at most one pixel wide or high, like the frames of trackers and scripts. */
export function isCountersSize(element: Element): boolean {
  return element.clientWidth <= 1 || element.clientHeight <= 1
}

/** A shown image, read from its pixels. Throws where the browser forbids reading them. */
export function drawnImage(image: HTMLImageElement): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth
  canvas.height = image.naturalHeight
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  return new Promise((resolve) => canvas.toBlob(resolve))
}

/** The present frame of a video, as `data:`. Null: none, or the browser forbids reading it. */
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

/** The shadow root of an element, open or closed. */
export function shadowOf(element: HTMLElement): ShadowRoot | null {
  const own = (element as { openOrClosedShadowRoot?: ShadowRoot | null }).openOrClosedShadowRoot
  if (own !== undefined) return own
  // `chrome.dom` is missing in frames and outside of extensions.
  return globalThis.chrome?.dom?.openOrClosedShadowRoot(element) ?? element.shadowRoot
}

/** Style sheets that scripts adopted. Some browsers hide them from extensions. */
export function adoptedBy(root: Document | ShadowRoot): readonly CSSStyleSheet[] {
  try {
    return [...root.adoptedStyleSheets]
  } catch {
    return []
  }
}

/** The page in a frame. Null: it belongs to another site. */
export function pageIn(frame: HTMLIFrameElement): Document | null {
  try {
    return frame.contentDocument?.body == null ? null : frame.contentDocument
  } catch {
    return null
  }
}

/** The path of a frame: its index among the frames of each window above it. Null: it is not found there. */
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
  // Keeps fixed and oversized content within the box.
  const own = ['overflow:auto', 'contain:layout paint style', `display:${display}`]
  const behind = inner === null ? null : pageBackground(inner)
  if (behind !== null) own.push(`background-color:${behind}`)
  return [...box, ...own].join(';')
}

/** Display, width and height of a canvas as a style, because browsers draw no canvas without scripts. */
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
