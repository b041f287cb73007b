import decodeIco from 'decode-ico'
import sharp from 'sharp'

/** How large pictures are, in pixels. A row shows an icon at 28, a list of covers at about 400. */
const SIZES = { icon: { width: 64, height: 64 }, cover: { width: 480, height: 270 } } as const
export type PictureKind = keyof typeof SIZES

/**
 * The formats that pages use, and most pixels of one that is read: what is larger takes seconds, and memory. Others have
 * readers that hardly anybody tests. No SVG: what draws it cannot be interrupted, and a drawing of 1 KB can take it hours.
 */
const MOST_PIXELS: Readonly<Record<string, number>> = {
  jpeg: 10_000_000,
  png: 4_000_000,
  webp: 8_000_000,
  gif: 4_000_000,
  heif: 3_000_000,
}
// Each file comes once: what the library keeps of earlier ones is only in the way. One thread is enough for one at a time.
sharp.cache(false)
sharp.concurrency(1)
// No other reader of this library sees a single byte, however a file begins.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`),
})
/** s */
const WITHIN = 4
/** A cover that is smaller than this is an icon or a dot that counts visitors. */
const LEAST_COVER = 100
/** A Windows icon has entries of 16 bytes behind a head of 6; this many are looked at, for pictures up to 256 pixels wide. */
const ENTRY = 16
const HEAD = 6
const MOST_ENTRIES = 64
const MOST_IN_ICON = 256

/**
 * Resolves with a picture in its size as WebP, without anything else that its file held; null where it cannot be read.
 */
export async function makePicture(bytes: Uint8Array, kind: PictureKind): Promise<Buffer | null> {
  try {
    const { input, raw } = sourceOf(bytes)
    const image = sharp(input, {
      ...(raw && { raw }),
      limitInputPixels: MOST_PIXELS.jpeg ?? false,
      failOn: 'error',
      pages: 1,
    })
    const { format, width = 0, height = 0 } = await image.metadata()
    if (raw === null && width * height > (MOST_PIXELS[format ?? ''] ?? 0)) return null
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

/** Windows icons hold several pictures: the largest one, as a file or as pixels. Nothing else of them is read. */
function sourceOf(bytes: Uint8Array): Source {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isIcon = file.length > HEAD && file.readUInt16LE(0) === 0 && [1, 2].includes(file.readUInt16LE(2))
  if (!isIcon) return { input: bytes, raw: null }
  const count = Math.min(file.readUInt16LE(4), MOST_ENTRIES)
  const entries = Array.from({ length: count }, (_, n) =>
    file.subarray(HEAD + ENTRY * n, HEAD + ENTRY * (n + 1)),
  )
  // 0 stands for 256.
  const largest = entries.reduce((best, entry) =>
    (entry.readUInt8(0) || 256) > (best.readUInt8(0) || 256) ? entry : best,
  )
  const at = largest.readUInt32LE(12)
  const picture = file.subarray(at, at + largest.readUInt32LE(8))
  if (picture.readUInt32BE(0) === PNG) return { input: Uint8Array.from(picture), raw: null }
  // The height counts the picture and its mask.
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

/** How a PNG file begins. */
const PNG = 0x89504e47
