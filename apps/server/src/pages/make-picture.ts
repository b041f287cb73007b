import decodeIco from 'decode-ico'
import sharp from 'sharp'

/** Pixels, and the quality of WebP. Rows show icons at 28 pixels, lists show covers at about 400. */
const KINDS = {
  icon: { width: 64, height: 64, fit: 'contain', quality: 85 },
  cover: { width: 480, height: 270, fit: 'cover', quality: 65 },
  small: { width: 192, height: 192, fit: 'inside', quality: 75 },
  large: { width: 800, height: 800, fit: 'inside', quality: 75 },
} as const
export type PictureKind = keyof typeof KINDS

type PixelLimits = Readonly<Record<string, number>>

/**
 * Accepted formats of pages' pictures, with the most pixels that are decoded; more would take seconds, and much
 * memory. Rarer formats have poorly tested decoders. No SVG: rendering can't be interrupted, and 1 KB of SVG can
 * take hours.
 */
const MOST_PIXELS: PixelLimits = {
  jpeg: 10_000_000,
  png: 4_000_000,
  webp: 8_000_000,
  gif: 4_000_000,
  heif: 3_000_000,
}
/**
 * Most pixels of pictures in files of cards. Phones take photos of 12 to 50 million pixels; the largest usual
 * screen has 15 million. Decoding 12 million of AVIF takes a second.
 */
const MOST_PIXELS_OF_FILE: PixelLimits = {
  jpeg: 51_000_000,
  png: 25_000_000,
  webp: 16_000_000,
  gif: 10_000_000,
  heif: 13_000_000,
}
// No cache, because each file comes once. One thread is enough for one picture at a time.
sharp.cache(false)
sharp.concurrency(1)
// Disables all other decoders of the library, whatever format a file has.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`),
})
const TIMEOUT_SECONDS = 4
/** Smaller covers are icons or tracking pixels. */
const LEAST_COVER = 100
/** Bytes of an ICO's header. */
const HEAD = 6
/** Bytes of an ICO's entry for one picture. */
const ENTRY = 16
const MOST_ENTRIES = 64
/** px: the greatest width and height of a picture in an ICO. */
const MOST_IN_ICON = 256

/** A resized WebP without metadata. Null: the picture can't be read. */
export async function makePicture(bytes: Uint8Array, kind: PictureKind): Promise<Buffer | null> {
  try {
    const isThumbnail = kind === 'small' || kind === 'large'
    const most = isThumbnail ? MOST_PIXELS_OF_FILE : MOST_PIXELS
    const { input, raw } = sourceOf(bytes)
    const image = sharp(input, {
      ...(raw && { raw }),
      limitInputPixels: most.jpeg ?? false,
      failOn: 'error',
      pages: 1,
    })
    const { format, width = 0, height = 0 } = await image.metadata()
    if (raw === null && width * height > (most[format ?? ''] ?? 0)) return null
    if (kind === 'cover' && Math.min(width, height) < LEAST_COVER) return null
    const { quality, ...size } = KINDS[kind]
    const background = { r: 0, g: 0, b: 0, alpha: 0 }
    return await image
      .rotate()
      .resize({ ...size, background, withoutEnlargement: kind !== 'cover' })
      .webp({ quality, effort: 3 })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toBuffer()
  } catch {
    return null
  }
}

interface Source {
  readonly input: Uint8Array
  /** Set if `bytes` are pixels without a file format. */
  readonly raw: { readonly width: number; readonly height: number; readonly channels: 4 } | null
}

/** The largest picture of an ICO, as a file or as pixels. */
function sourceOf(bytes: Uint8Array): Source {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isIcon = file.length > HEAD && file.readUInt16LE(0) === 0 && [1, 2].includes(file.readUInt16LE(2))
  if (!isIcon) return { input: bytes, raw: null }
  const count = Math.min(file.readUInt16LE(4), MOST_ENTRIES)
  const entries = Array.from({ length: count }, (_, n) =>
    file.subarray(HEAD + ENTRY * n, HEAD + ENTRY * (n + 1)),
  )
  // 0 means 256 pixels.
  const largest = entries.reduce((best, entry) =>
    (entry.readUInt8(0) || 256) > (best.readUInt8(0) || 256) ? entry : best,
  )
  const at = largest.readUInt32LE(12)
  const picture = file.subarray(at, at + largest.readUInt32LE(8))
  if (picture.readUInt32BE(0) === PNG) return { input: Uint8Array.from(picture), raw: null }
  // The stored height includes the mask, so it is doubled.
  const [wide, high] = [picture.readInt32LE(4), picture.readInt32LE(8) / 2]
  if (Math.max(wide, high) > MOST_IN_ICON || Math.min(wide, high) < 0)
    throw new Error('A picture of an icon is too large.')
  const entry = Buffer.from(largest)
  entry.writeUInt32LE(HEAD + ENTRY, 12)
  const [image] = decodeIco(Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0]), entry, picture]))
  if (image === undefined) throw new Error('An icon is empty.')
  const { width, height, data } = image
  return { input: Uint8Array.from(data), raw: { width, height, channels: 4 } }
}

/** First bytes of a PNG file. */
const PNG = 0x89504e47
