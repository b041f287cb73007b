/** Segment types: one with Exif or XMP (APP1), and the one after which the image data begins. */
const APP1 = 0xe1
const START_OF_SCAN = 0xda
const GPS_TAG = 0x8825
/** Bytes of a value by the number of its type in TIFF 6.0. */
const VALUE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]
const ENTRY_BYTES = 12

/**
 * Removes the location from a JPEG. The location in Exif is overwritten with zeros, so that no offset changes,
 * and XMP with a location is blanked. Other data, such as the time and the camera, stays. A file of another
 * format is returned unchanged.
 */
export function withoutLocation(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const bytes = file.slice()
  const view = new DataView(bytes.buffer)
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return file
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const [kind, length] = [bytes[at + 1], view.getUint16(at + 2)]
    const segment = bytes.subarray(at + 4, at + 2 + length)
    if (kind === START_OF_SCAN || length < 2) break
    if (kind === APP1 && textAt(segment, 0, 6) === 'Exif\0\0') clearGps(segment.subarray(6))
    else if (kind === APP1 && /^http:.*GPS/s.test(textAt(segment, 0, segment.length))) segment.fill(0x20, 29)
    at += 2 + length
  }
  return bytes
}

function textAt(bytes: Uint8Array, from: number, to: number): string {
  return new TextDecoder('latin1').decode(bytes.subarray(from, to))
}

/** Overwrites the table of the location in TIFF data, and its values. Offsets outside of the data are ignored. */
function clearGps(tiff: Uint8Array): void {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.length)
  if (tiff.length < 8) return
  const isLittle = textAt(tiff, 0, 2) === 'II'
  for (const at of entriesOf(view, view.getUint32(4, isLittle), isLittle)) {
    if (view.getUint16(at, isLittle) !== GPS_TAG) continue
    const table = view.getUint32(at + 8, isLittle)
    for (const entry of entriesOf(view, table, isLittle)) {
      const size =
        (VALUE_BYTES[view.getUint16(entry + 2, isLittle)] ?? 0) * view.getUint32(entry + 4, isLittle)
      const from = view.getUint32(entry + 8, isLittle)
      if (size > 4 && from >= 8) tiff.fill(0, from, from + size)
      tiff.fill(0, entry, entry + ENTRY_BYTES)
    }
    if (table >= 8 && table + 2 <= tiff.length) tiff.fill(0, table, table + 2)
  }
}

/** Offsets of a table's entries. */
function entriesOf(view: DataView, table: number, isLittle: boolean): readonly number[] {
  if (table + 2 > view.byteLength) return []
  const room = Math.floor((view.byteLength - table - 2) / ENTRY_BYTES)
  const count = Math.min(view.getUint16(table, isLittle), room)
  return Array.from({ length: count }, (_, n) => table + 2 + n * ENTRY_BYTES)
}
