/** Types that are drawn as pictures. Others, such as SVG, which can hold scripts, are files to be saved. */
export const PICTURE = /^image\/(?:png|jpeg|gif|webp|avif)$/

/** Longest side of a thumbnail in pixels: two for each of the largest one shown. */
const THUMBNAIL_SIDE = 320
/** A picture with more pixels is not decoded for a thumbnail: 4 bytes each would be 400 MB. */
const MOST_PIXELS = 100_000_000

interface Sides {
  readonly width: number
  readonly height: number
}

/** The sides of a picture, and a small version of it. Null: this browser can't read it. */
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
