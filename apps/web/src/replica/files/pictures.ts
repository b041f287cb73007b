/** Types that are drawn as pictures. Others, such as SVG, which may contain scripts, can only be downloaded. */
export const PICTURE = /^image\/(?:png|jpeg|gif|webp|avif)$/

/** Longest side of a thumbnail in pixels: twice that of the largest one shown, for dense screens. */
const THUMBNAIL_SIDE = 320
/** Pictures with more pixels get no thumbnail: decoded, each takes 4 bytes, so this many take 400 MB. */
const MOST_PIXELS = 100_000_000

interface Sides {
  readonly width: number
  readonly height: number
}

/** The sides of a picture, and a small version of it. Null: this browser can't decode it. */
export async function readPicture(file: Blob): Promise<(Sides & { readonly thumbnail: Blob | null }) | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (picture === null) return null
  const { width, height } = picture
  try {
    if (width * height > MOST_PIXELS) return { width, height, thumbnail: null }
    const scale = Math.min(1, THUMBNAIL_SIDE / Math.max(width, height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(width * scale))
    canvas.height = Math.max(1, Math.round(height * scale))
    const context = canvas.getContext('2d')
    if (context === null) return { width, height, thumbnail: null }
    context.imageSmoothingQuality = 'high'
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const thumbnail = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.8))
    return { width, height, thumbnail }
  } finally {
    picture.close()
  }
}
