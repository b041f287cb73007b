import { deflateSync } from 'node:zlib'

/** The text of a PDF object: a dictionary, or a dictionary with a stream. */
type PdfObject = string | Buffer

/** A PDF of objects numbered from 1. The first is the catalogue. `broken`: its table of offsets is wrong. */
export function pdfOf(objects: readonly PdfObject[], { broken = false } = {}): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const offsets: number[] = []
  let at = parts[0]?.length ?? 0
  const add = (part: Buffer) => {
    parts.push(part)
    at += part.length
  }
  objects.forEach((object, n) => {
    offsets.push(at)
    add(Buffer.concat([Buffer.from(`${n + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]))
  })
  const table = offsets.map(
    (offset) => `${String(broken ? offset + 7 : offset).padStart(10, '0')} 00000 n \n`,
  )
  const xref = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table.join('')}`
  const trailer = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${broken ? 3 : at}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(xref + trailer)])
}

export function streamOf(content: Buffer | string, more = ''): Buffer {
  const packed = deflateSync(content, { level: 9 })
  const head = `<</Length ${packed.length}/Filter/FlateDecode${more}>>\nstream\n`
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')])
}

const HELVETICA = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>'

/** A PDF with a list of lines for each page. Each line is a separate text, as LaTeX and Word write it. */
export function pdfWith(pages: readonly (readonly string[])[], options: { broken?: boolean } = {}): Buffer {
  const kids = pages.map((_, n) => `${4 + 2 * n} 0 R`)
  return pdfOf(
    [
      '<</Type/Catalog/Pages 2 0 R>>',
      `<</Type/Pages/Kids[${kids.join(' ')}]/Count ${pages.length}>>`,
      HELVETICA,
      ...pages.flatMap((lines, n) => {
        const escaped = lines.map((line) => line.replace(/[\\()]/g, String.raw`\$&`))
        const shown = escaped.map((line) => `(${line}) Tj 0 -14 Td`).join('\n')
        return [
          `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>/Contents ${5 + 2 * n} 0 R>>`,
          streamOf(Buffer.from(`BT /F1 12 Tf 72 720 Td\n${shown}\nET`, 'latin1')),
        ]
      }),
    ],
    options,
  )
}

const ONE_PAGE = ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>']
const page = (more: string) => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]${more}>>`

/** A PDF with only a picture, like a scanner's. */
export function scannedPdf(): Buffer {
  return pdfOf([
    ...ONE_PAGE,
    page('/Resources<</XObject<</I 4 0 R>>>>/Contents 5 0 R'),
    streamOf(
      Buffer.alloc(64, 200),
      '/Type/XObject/Subtype/Image/Width 8/Height 8/ColorSpace/DeviceGray/BitsPerComponent 8',
    ),
    streamOf('q 612 0 0 792 0 0 cm /I Do Q'),
  ])
}

/** A PDF in Japanese. Its font is not embedded, and only the reader's table has the meaning of its codes. */
export function japanesePdf(): Buffer {
  return pdfOf([
    ...ONE_PAGE,
    page('/Resources<</Font<</F1 4 0 R>>>>/Contents 6 0 R'),
    '<</Type/Font/Subtype/Type0/BaseFont/HeiseiMin-W3/Encoding/90ms-RKSJ-H/DescendantFonts[5 0 R]>>',
    '<</Type/Font/Subtype/CIDFontType0/BaseFont/HeiseiMin-W3/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/FontDescriptor 7 0 R>>',
    // 図書館の in Shift JIS, then 本.
    streamOf('BT /F1 12 Tf 72 720 Td <907d8f918ad982cc> Tj 0 -14 Td <967b> Tj ET'),
    '<</Type/FontDescriptor/FontName/HeiseiMin-W3/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>',
  ])
}

/** A PDF whose glyphs the file draws itself, like fonts of older LaTeX. */
export function drawnGlyphsPdf(): Buffer {
  return pdfOf([
    ...ONE_PAGE,
    page('/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R'),
    '<</Type/Font/Subtype/Type3/FontBBox[0 0 750 750]/FontMatrix[.001 0 0 .001 0 0]/CharProcs<</a 6 0 R/b 7 0 R>>/Encoding<</Type/Encoding/Differences[97/a/b]>>/FirstChar 97/LastChar 98/Widths[750 750]/Resources<<>>>>',
    streamOf('BT /F1 12 Tf 72 720 Td (abba) Tj ET'),
    streamOf('750 0 0 0 750 750 d1 0 0 750 750 re f'),
    streamOf(
      '750 0 0 0 750 750 d1 q 8 0 0 8 0 0 cm BI /W 8 /H 8 /IM true /BPC 1 ID \x01\x02\x03\x04\x05\x06\x07\x08 EI Q',
    ),
  ])
}

/** By what it does, small PDFs that take much work to read. */
export const HOSTILE_PDFS: Readonly<Record<string, () => Buffer>> = {
  'a content of 1 GB, packed twice': () => {
    const once = deflateSync(Buffer.alloc(1_000_000_000 / 4, 'BT (x) Tj ET '), { level: 9 })
    return pdfOf([...ONE_PAGE, page('/Contents [4 0 R 4 0 R 4 0 R 4 0 R]'), packedTwice(once)])
  },
  'a tree of pages in a circle': () =>
    pdfOf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[2 0 R 2 0 R]/Count 1000000000/Parent 2 0 R>>',
    ]),
  '450,000 objects': () => pdfOf([...ONE_PAGE, page(''), ...Array.from({ length: 450_000 }, () => '0')]),
  'lists nested 500,000 deep': () =>
    pdfOf([...ONE_PAGE, page('/Contents 4 0 R'), streamOf('['.repeat(500_000)), '['.repeat(500_000)]),
  'forms that draw forms, ten times each': () =>
    pdfOf([
      ...ONE_PAGE,
      page('/Resources<</XObject<</F 4 0 R>>>>/Contents 24 0 R'),
      ...Array.from({ length: 20 }, (_, n) =>
        streamOf(
          '/F Do '.repeat(10),
          `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F ${n + 5} 0 R>>>>`,
        ),
      ),
      streamOf('/F Do'),
    ]),
  'a script at opening': () =>
    pdfOf([
      '<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(while(true){app.alert(1)})>>>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      page(''),
    ]),
  'a word without an end': () =>
    pdfOf([
      ...ONE_PAGE,
      page('/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R'),
      HELVETICA,
      streamOf(`BT /F1 1 Tf ${'(abcdefghij) Tj '.repeat(3_000_000)} ET`),
    ]),
  'random bytes of 20 MB': () => {
    const bytes = Buffer.alloc(20 * 1024 * 1024)
    for (let n = 0; n < bytes.length; n += 4) bytes.writeUInt32LE((n * 2_654_435_761) >>> 0, n)
    return Buffer.concat([Buffer.from('%PDF-1.7\n'), bytes.subarray(9)])
  },
  'offsets in a circle': () => {
    const begin = '%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n'
    const at = begin.length
    return Buffer.from(
      `${begin}xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 3/Root 1 0 R/Prev ${at}>>\nstartxref\n${at}\n%%EOF`,
    )
  },
}

function packedTwice(once: Buffer): Buffer {
  const twice = deflateSync(once, { level: 9 })
  const head = `<</Length ${twice.length}/Filter[/FlateDecode/FlateDecode]>>\nstream\n`
  return Buffer.concat([Buffer.from(head), twice, Buffer.from('\nendstream')])
}
