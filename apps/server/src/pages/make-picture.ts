import decodeIco from 'decode-ico'
import sharp from 'sharp'

/** How large pictures are, in pixels. A row shows an icon at 28, a list of covers at about 400. */
const SIZES = { icon: { width: 64, height: 64 }, cover: { width: 480, height: 270 } } as const
export type PictureKind = keyof typeof SIZES

/** Most pixels of a picture that is read: what is larger takes seconds, and memory. */
const MOST_PIXELS = 24_000_000
/** s */
const WITHIN = 4
/** A cover that is smaller than this is an icon or a dot that counts visitors. */
const LEAST_COVER = 100
/** Only formats that pages use. Others have readers that hardly anybody tests. */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'svg', 'avif', 'heif'])

/**
 * Resolves with a picture in its size as WebP, without anything else that its file held; null where it cannot be read.
 */
export async function makePicture(bytes: Uint8Array, kind: PictureKind): Promise<Buffer | null> {
  try {
    const { input, raw } = sourceOf(bytes)
    const image = sharp(input, {
      ...(raw && { raw }),
      limitInputPixels: MOST_PIXELS,
      failOn: 'error',
      pages: 1,
    })
    const { format, width = 0, height = 0 } = await image.metadata()
    if (raw === null && !FORMATS.has(format ?? '')) return null
    if (kind === 'cover' && Math.min(width, height) < LEAST_COVER) return null
    const fit = kind === 'icon' ? 'contain' : 'cover'
    const background = { r: 0, g: 0, b: 0, alpha: 0 }
    return await image
      .rotate()
      .resize({ ...SIZES[kind], fit, background, withoutEnlargement: kind === 'icon' })
      .webp({ quality: kind === 'icon' ? 85 : 65, effort: 3 })
      .timeout({ seconds: WITHIN })
      .toBuffer()
  } catch {
    return null
  }
}

interface Source {
  readonly input: Uint8Array
  /** Of pixels without a file format; null for a file. */
  readonly raw: { readonly width: number; readonly height: number; readonly channels: 4 } | null
}

/** Windows icons hold several pictures: the largest one, as a file or as pixels. */
function sourceOf(bytes: Uint8Array): Source {
  const [a, b, c, d] = bytes
  if (a !== 0 || b !== 0 || (c !== 1 && c !== 2) || d !== 0) return { input: bytes, raw: null }
  const images = decodeIco(bytes)
  const largest = images.reduce((best, image) => (image.width > best.width ? image : best))
  if (largest.type === 'png') return { input: largest.data, raw: null }
  const { width, height } = largest
  return { input: Uint8Array.from(largest.data), raw: { width, height, channels: 4 } }
}
