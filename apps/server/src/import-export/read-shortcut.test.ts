import { describe, expect, it } from 'vitest'
import { read } from '../../test/support/read-short.ts'
import { zip } from '../../test/support/zip.ts'

const rowsOf = async (file: string | Uint8Array, fileName = '') => {
  const found = await read(file, { fileName })
  if (typeof found === 'string') throw new Error(found)
  return found
}
const lines = (...all: string[]) => `${all.join('\r\n')}\r\n`
const link = (content: string, more: object = {}) => ({ type: 'link', content, ...more })
const webloc = (address: string, more = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>${more}
\t<key>URL</key>
\t<string>${address}</string>
</dict>
</plist>
`
/** Written by `plistlib` of Python in its binary form. */
const binary = {
  plain:
    'YnBsaXN0MDDRAQJTVVJMXxAhaHR0cHM6Ly93d3cuZXhhbXBsZS5vcmcvYT9iPWMmZD0xCAsPAAAAAAAAAQEAAAAAAAAAAwAAAAAAAAAAAAAAAAAAADM=',
  umlaut:
    'YnBsaXN0MDDRAQJTVVJMbxAeAGgAdAB0AHAAcwA6AC8ALwB3AHcAdwAuAGUAeABhAG0AcABsAGUALgBvAHIAZwAvAHMAdAByAGEA3wBlCAsPAAAAAAAAAQEAAAAAAAAAAwAAAAAAAAAAAAAAAAAAAE4=',
  more: 'YnBsaXN0MDDTAQIDBAYHVFRhZ3NTVVJMUW6hBVFhXxASaHR0cHM6Ly94LmV4YW1wbGUvEAUIDxQYGhweMwAAAAAAAAEBAAAAAAAAAAgAAAAAAAAAAAAAAAAAAAA1',
}

describe('shortcuts of desktops', () => {
  it('[TG-7] a .url file of Windows becomes a link with its address, its date, and the file name as title', async () => {
    const file = lines(
      '[{000214A0-0000-0000-C000-000000000046}]',
      'Prop3=19,11',
      '[InternetShortcut]',
      'IDList=',
      'URL=https://www.example.org/a?b=c&d=1#part=2',
      'HotKey=0',
      'IconFile=C:\\WINDOWS\\SYSTEM\\url.dll',
      'IconIndex=1',
      'Modified=20F06BA06D07BD014D',
    )
    expect(await rowsOf(file, 'Peter’s page (2).url')).toEqual({
      rows: [
        link('Peter’s page (2)\nhttps://www.example.org/a?b=c&d=1#part=2', {
          createdAt: '1997-12-13T02:20:06.050Z',
        }),
      ],
      lost: { IconFile: 1, IconIndex: 1 },
    })
  })

  it.each([
    ['small letters', '[internetshortcut]\nurl=http://a.example/\n', 'http://a.example/'],
    [
      'quotation marks, and no file name',
      '[InternetShortcut]\nURL="https://a.example/?q=1"',
      'https://a.example/?q=1',
    ],
    [
      'the exact address in UTF-7, below the one in the code page',
      '[InternetShortcut]\nURL=https://a.example/caf?\n[InternetShortcut.A]\nURL=https://a.example/caf?\n[InternetShortcut.W]\nURL=https://a.example/caf+AOk-',
      'https://a.example/café',
    ],
    [
      'a plus that is no UTF-7',
      '[InternetShortcut]\nURL=https://a.example/?q=a+b\n[InternetShortcut.W]\nURL=https://a.example/?q=a+b',
      'https://a.example/?q=a+b',
    ],
    [
      'a comment in front',
      '; saved by x\n\n[InternetShortcut]\nURL=https://a.example/',
      'https://a.example/',
    ],
  ])('[TG-7] the address of a .url file with %s is read', async (_, text, address) => {
    expect((await rowsOf(text)).rows).toEqual([link(address)])
  })

  it('[TG-7] a .url file in UTF-16, or in the code page of its computer, is read', async () => {
    const text =
      '[InternetShortcut]\r\nURL=https://a.example/\r\n[{5CBF2787-48CF-4208-B90E-EE5E5D420294}]\r\nProp21=31,Über Straßen\r\n'
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    const expected = [link('x\nhttps://a.example/\n\nÜber Straßen')]
    expect((await rowsOf(wide, 'x.url')).rows).toEqual(expected)
    expect((await rowsOf(Buffer.from(text, 'latin1'), 'x.url')).rows).toEqual(expected)
  })

  it('[TG-7] a pinned page of Windows keeps its own title, and its other fields are listed', async () => {
    const file = lines(
      '[DEFAULT]',
      'BASEURL=https://a.example/frames',
      '[{000214A0-0000-0000-C000-000000000046}]',
      'Prop3=19,2',
      'Prop4=31,A page: of its own',
      '[InternetShortcut]',
      'URL=https://a.example/',
      'URL=https://b.example/',
      '[{64440492-4C8B-11D1-8B70-080036B11A03}]',
      'Prop9=19,75',
    )
    expect(await rowsOf(file, 'a.website')).toEqual({
      rows: [link('A page: of its own\nhttps://a.example/')],
      lost: { 'default.BASEURL': 1, 'URL (again)': 1, '{64440492-4c8b-11d1-8b70-080036b11a03}.Prop9': 1 },
    })
  })

  it('[TG-7] a .desktop file of a link is read with name, comment and address, also in the form of KDE', async () => {
    const kde =
      '#!/usr/bin/env xdg-open\n[Desktop Entry]\nIcon=text-html\nName=wiki\nName[en_US]=wiki\nType=Link\nURL[$e]=https://a.example/$$x?a=1\n'
    expect(await rowsOf(kde, 'b.desktop')).toEqual({
      rows: [link('wiki\nhttps://a.example/$x?a=1')],
      lost: { Icon: 1 },
    })
    const gnome =
      '[Desktop Entry]\nEncoding=UTF-8\nName=Link to\\sNETGEAR\nName[de]=Weg\nComment=one\\ntwo\nType=Link\nURL=http://192.168.0.1/start.htm\n'
    expect(await rowsOf(gnome, 'b.desktop')).toEqual({
      rows: [link('Link to NETGEAR\nhttp://192.168.0.1/start.htm\n\none\ntwo')],
      lost: { 'Name[de]': 1 },
    })
  })

  it.each([
    [
      'a program',
      '[Desktop Entry]\nType=Application\nName=Calculator\nExec=gnome-calculator\n',
      'This is a shortcut of the type “Application”, not a link.',
    ],
    ['no address', '[InternetShortcut]\nIconIndex=1\n', 'There is no address in this row.'],
    [
      'a file',
      '[InternetShortcut]\nURL=file:///C:/a.txt\n',
      'Addresses that begin with "file:" cannot be kept.',
    ],
    [
      'a bookmarklet',
      "[InternetShortcut]\nURL=javascript:alert('oh yea')\n",
      'This address was left out, because a browser would run it as a program.',
    ],
  ])('[TG-7] a shortcut to %s fails with its reason', async (_, text, reason) => {
    expect((await rowsOf(text, 'a.url')).rows).toEqual([reason])
  })

  it('[TG-7] a .webloc file of macOS becomes a link, in XML and in binary form', async () => {
    expect(await rowsOf(webloc('https://a.example/?a=1&amp;b=2'), 'News: a.webloc')).toEqual({
      rows: [link('News: a\nhttps://a.example/?a=1&b=2')],
      lost: {},
    })
    const more = '<key>Tags</key><array><string>one</string></array><key>Seen</key><true/>'
    expect(await rowsOf(webloc('https://a.example/', more), 'a.webloc')).toEqual({
      rows: [link('a\nhttps://a.example/')],
      lost: { Tags: 1, Seen: 1 },
    })
    const inBinary = async (name: keyof typeof binary) =>
      rowsOf(Buffer.from(binary[name], 'base64'), 'b.webloc')
    expect(await inBinary('plain')).toEqual({
      rows: [link('b\nhttps://www.example.org/a?b=c&d=1')],
      lost: {},
    })
    expect((await inBinary('umlaut')).rows).toEqual([link('b\nhttps://www.example.org/straße')])
    expect(await inBinary('more')).toEqual({ rows: [link('b\nhttps://x.example/')], lost: { Tags: 1, n: 1 } })
  })

  it('[TG-7] a damaged .webloc file is refused, wherever it is cut or changed', async () => {
    const whole = Buffer.from(binary.more, 'base64')
    for (let at = 8; at < whole.length; at++) {
      const changed = Buffer.from(whole)
      changed[at] = 0xff
      for (const bytes of [whole.subarray(0, at), changed]) {
        const found = await read(bytes, { fileName: 'b.webloc' })
        if (typeof found !== 'string') expect(found.rows).toHaveLength(1)
      }
    }
  })

  it('[TG-7] a zip of shortcuts gives a link with its folders for each, and its other files are listed', async () => {
    const archive = zip([
      { path: 'Favorites/desktop.ini', content: '[.ShellClassInfo]\n' },
      {
        path: 'Favorites/Recipes/Bread.url',
        content: '[InternetShortcut]\r\nURL=https://a.example/bread\r\n',
      },
      { path: 'Favorites/Recipes/Soup.webloc', content: Buffer.from(binary.plain, 'base64') },
      { path: 'Favorites/._Soup.webloc', content: 'Mac OS X' },
      { path: 'Favorites/calc.desktop', content: '[Desktop Entry]\nType=Application\nExec=calc\n' },
      {
        path: 'Favorites/wiki.desktop',
        content: '[Desktop Entry]\nType=Link\nURL=https://a.example/wiki\nIcon=x\n',
      },
    ])
    expect(await rowsOf(archive, 'Favorites.zip')).toEqual({
      rows: [
        link('Bread\nhttps://a.example/bread', { folders: ['Recipes'] }),
        link('Soup\nhttps://www.example.org/a?b=c&d=1', { folders: ['Recipes'] }),
        '“calc.desktop”: This is a shortcut of the type “Application”, not a link.',
        link('wiki\nhttps://a.example/wiki'),
      ],
      lost: { Icon: 1 },
    })
  })
})
