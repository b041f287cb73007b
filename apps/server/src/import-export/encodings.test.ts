import { describe, expect, it } from 'vitest'
import { read } from '../../test/support/read-short.ts'

const LINK = '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<DT><A HREF="https://x.example/1">One</A>\n</DL>'

describe('encodings', () => {
  const text = (title: string) => LINK.replace('One', title)
  const utf16 = (words: string, isBig: boolean) => {
    const bytes = Buffer.from(words, 'utf16le')
    return isBig ? bytes.swap16() : bytes
  }
  // "日本語のページ" and "パン" in Shift-JIS, as an encoder would write them.
  const japanese = Buffer.from('93fa967b8cea82cc8379815b8357', 'hex')
  it.each([
    ['UTF-16 LE without a mark', utf16(text('Größe'), false), 'Größe'],
    ['UTF-16 BE without a mark', utf16(text('Größe'), true), 'Größe'],
    ['Latin-1', Buffer.from(text('Größe'), 'latin1'), 'Größe'],
    ['Windows-1252', Buffer.from(text('\x93Größe\x94 5 \x80'), 'latin1'), '“Größe” 5 €'],
    [
      'Shift-JIS',
      Buffer.concat([Buffer.from(LINK.split('One')[0] ?? ''), japanese, Buffer.from('</A>')]),
      '日本語のページ',
    ],
    ['UTF-8', Buffer.from(text('日本語 Größe')), '日本語 Größe'],
  ])('[TG-7] finds %s', async (_name, bytes, title) => {
    expect(await read(bytes)).toMatchObject({ rows: [{ content: `${title}\nhttps://x.example/1` }] })
  })
})
