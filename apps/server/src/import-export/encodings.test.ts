import { describe, expect, it } from 'vitest'
import { read } from '../../test/support/read-short.ts'
import { readFile } from './read-file.ts'

const LINK = '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<DT><A HREF="https://x.example/1">One</A>\n</DL>'

describe('encodings', () => {
  const text = (title: string) => LINK.replace('One', title)
  const utf16 = (words: string, isBig: boolean) => {
    const bytes = Buffer.from(words, 'utf16le')
    return isBig ? bytes.swap16() : bytes
  }
  // "日本語のページ" and "パン" in Shift-JIS.
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
  ])('[TG-7] decoding recognises %s', async (_name, bytes, title) => {
    expect(await read(bytes)).toMatchObject({ rows: [{ content: `${title}\nhttps://x.example/1` }] })
  })

  it.each([
    ['9 letters and 3 wrong bytes', 'äöüäöüäöü', 'x\xff', 3, ''],
    ['3 letters and 1 wrong byte', 'äöü', 'x\xe9', 1, ''],
    ['1 letter and 1 wrong byte, declared', 'ä', 'x\xff', 1, '<META CHARSET="utf-8">'],
  ])('[TG-7] decoding reads UTF-8 with %s', async (_name, letters, damage, times, head) => {
    const wrong = Buffer.from(` ${damage}y`.repeat(times), 'latin1')
    const [before = '', after = ''] = (head + LINK).split('One')
    const bytes = Buffer.concat([Buffer.from(before + letters), wrong, Buffer.from(after)])
    expect(await read(bytes)).toMatchObject({
      rows: [{ content: `${letters}${' x\ufffdy'.repeat(times)}\nhttps://x.example/1` }],
    })
  })

  // The titles' bytes in Mac OS Roman, from Python's codecs.
  it.each([
    ['Café crème', '4361668e2063728f6d65'],
    ['Le café est fermé', '4c65206361668e20657374206665726d8e'],
    ['Über Größe', '866265722047729aa765'],
    ['José', '4a6f738e'],
    ['naïve façade', '6e619576652066618d616465'],
    ['Ångström på svenska', '816e677374729a6d20708c207376656e736b61'],
    ['Coração', '436f72618d8b6f'],
    ['Müller', '4d9f6c6c6572'],
    ['élève à Noël', '8e6c8f76652088204e6f916c'],
    ['Canción de amor', '43616e6369976e20646520616d6f72'],
    ['Mi año', '4d692061966f'],
    ['El niño y el león', '456c206e69966f207920656c206c65976e'],
    ['Educación en España', '45647563616369976e20656e20457370619661'],
  ])('[TG-7] decoding recognises Mac OS Roman in %s', async (title, hex) => {
    const [before = '', after = ''] = LINK.split('One')
    const bytes = Buffer.concat([Buffer.from(before), Buffer.from(hex, 'hex'), Buffer.from(after)])
    expect(await read(bytes)).toMatchObject({ rows: [{ content: `${title}\nhttps://x.example/1` }] })
  })

  it.each([
    ['Příliš žluťoučký kůň', '50f8ed6c699a209e6c759d6f75e86bfd206bf9f2'],
    ['Życie i śmierć', 'af796369652069209c6d696572e6'],
    ['Žena a muž se těší', '8e656e612061206d759e2073652074ec9aed'],
  ])('[TG-7] decoding does not mistake windows-1250 for Mac OS Roman: %s', async (title, hex) => {
    const [before = '', after = ''] = LINK.split('One')
    const bytes = Buffer.concat([Buffer.from(before), Buffer.from(hex, 'hex'), Buffer.from(after)])
    expect(await read(bytes)).toMatchObject({ rows: [{ content: `${title}\nhttps://x.example/1` }] })
  })

  it.each([
    ['A word…', '4120776f726485'],
    ['Sony™ TV', '536f6e7999205456'],
    ['Le cœur', '4c6520639c7572'],
    ['Œuvres', '8c7576726573'],
    ['cost–benefit and a–z', '636f73749662656e6566697420616e642061967a'],
    ['a long word—and another', '61206c6f6e6720776f726497616e6420616e6f74686572'],
    ['don’t rock’n’roll', '646f6e927420726f636b926e92726f6c6c'],
  ])('[TG-7] decoding does not mistake windows-1252 for Mac OS Roman: %s', async (title, hex) => {
    const [before = '', after = ''] = LINK.split('One')
    const bytes = Buffer.concat([Buffer.from(before), Buffer.from(hex, 'hex'), Buffer.from(after)])
    expect(await read(bytes)).toMatchObject({ rows: [{ content: `${title}\nhttps://x.example/1` }] })
  })

  // Titles with their bytes from Python's codecs.
  const FOREIGN = [
    [
      'windows-1251',
      'Привет мир\nКак приготовить борщ\nНовости Москвы сегодня',
      'cff0e8e2e5f220ece8f00acae0ea20eff0e8e3eef2eee2e8f2fc20e1eef0f90acdeee2eef1f2e820cceef1eae2fb20f1e5e3eee4edff',
    ],
    [
      'koi8-r',
      'Привет мир\nКак приготовить борщ\nНовости Москвы сегодня',
      'f0d2c9d7c5d420cdc9d20aebc1cb20d0d2c9c7cfd4cfd7c9d4d820c2cfd2dd0aeecfd7cfd3d4c920edcfd3cbd7d920d3c5c7cfc4ced1',
    ],
    [
      'gbk',
      '如何做面包\n北京今天的天气\n程序设计入门教程',
      'c8e7baced7f6c3e6b0fc0ab1b1bea9bdf1ccecb5c4ccecc6f80ab3ccd0f2c9e8bcc6c8ebc3c5bdccb3cc',
    ],
    [
      'big5',
      '如何做麵包\n台北今天的天氣\n程式設計入門教學',
      'a670a6f3b0b5c4d1a55d0aa578a55fa4b5a4d1aabaa4d1aef00ab57ba6a1b35dad70a44aaaf9b1d0bec7',
    ],
    [
      'euc-kr',
      '빵 만드는 방법\n오늘 서울 날씨\n프로그래밍 입문',
      'bba720b8b8b5e5b4c220b9e6b9fd0abfc0b4c320bcadbfef20b3afbebe0ac7c1b7ceb1d7b7a1b9d620c0d4b9ae',
    ],
    [
      'euc-jp',
      'パンの作り方\n今日の東京の天気\nプログラミング入門',
      'a5d1a5f3a4cebaeea4eacafd0abaa3c6fca4cec5ecb5fea4cec5b7b5a40aa5d7a5eda5b0a5e9a5dfa5f3a5b0c6fecce7',
    ],
    [
      'windows-1250',
      'Příliš žluťoučký kůň\nJak upéct chléb\nŻółta łódź podwodna',
      '50f8ed6c699a209e6c759d6f75e86bfd206bf9f20a4a616b207570e963742063686ce9620aaff3b3746120b3f3649f20706f64776f646e61',
    ],
    [
      'windows-1253',
      'Καλημέρα κόσμε\nΠώς να φτιάξετε ψωμί\nΝέα της Αθήνας σήμερα',
      'cae1ebe7ecddf1e120eafcf3ece50ad0fef220ede120f6f4e9dceee5f4e520f8f9ecdf0acddde120f4e7f220c1e8deede1f220f3deece5f1e1',
    ],
    [
      'windows-1255',
      'שלום עולם\nאיך לאפות לחם\nחדשות היום בתל אביב',
      'f9ece5ed20f2e5eced0ae0e9ea20ece0f4e5fa20ece7ed0ae7e3f9e5fa20e4e9e5ed20e1faec20e0e1e9e1',
    ],
  ] as const
  const foreign = (hex: string, head: string) => {
    const titles = Buffer.from(hex, 'hex').toString('latin1').split('\n')
    const links = titles.map((title, n) => `<DT><A HREF="https://x.example/${n}">${title}</A>\n`)
    return Buffer.from(
      `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n${head}<DL><p>\n${links.join('')}</DL>`,
      'latin1',
    )
  }
  const contents = (titles: string) =>
    titles.split('\n').map((title, n) => ({ content: `${title}\nhttps://x.example/${n}` }))

  it.each(FOREIGN)(
    '[TG-7] decoding recognises %s without a declaration, and after a wrong one',
    async (_name, titles, hex) => {
      const wrong = (name: string) =>
        `<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=${name}">\n`
      for (const head of ['', wrong('UTF-8'), wrong('ISO-8859-1')])
        expect(await read(foreign(hex, head))).toMatchObject({ rows: contents(titles) })
    },
  )

  it('[TG-7] decoding uses the encoding that a person chose, and reports the detected one', async () => {
    const [, titles, hex] = FOREIGN[0]
    const found = await readFile(foreign(hex, ''))
    expect(found.ok && found.value.assumed?.encoding).toBe('windows-1251')
    const chosen = await readFile(foreign(hex, ''), { encoding: 'koi8-r' })
    expect(chosen.ok && chosen.value.assumed?.encoding).toBe('koi8-r')
    expect(chosen.ok && chosen.value.rows[0]).not.toMatchObject({ card: contents(titles)[0] })
  })

  it.each([
    [
      'Mac OS Roman, as Excel for Mac writes',
      'Übung für Käse, Straße',
      '8662756e6720669f72204b8a73652c2053747261a765',
    ],
    ['ISO-2022-JP', '日本', '1b2442467c4b5c1b2842'],
  ])('[TG-7] decoding recognises the encoding of %s', async (_name, title, hex) => {
    const bytes = Buffer.from(hex.replaceAll(' ', ''), 'hex')
    expect(await read(foreign(bytes.toString('hex'), ''))).toMatchObject({ rows: contents(title) })
  })

  it('[TG-7] decoding drops single zero bytes in a text', async () => {
    const bytes = Buffer.from(text('Größe\0 für Käse'))
    expect(await read(bytes)).toMatchObject({ rows: [{ content: 'Größe für Käse\nhttps://x.example/1' }] })
  })

  it('[TG-7] a single invalid byte damages only one character', async () => {
    const bytes = Buffer.from(text('Größe für Käse, 日本語'))
    bytes[bytes.indexOf(Buffer.from('für')) + 1] = 0xff
    expect(await read(bytes)).toMatchObject({
      rows: [{ content: expect.stringMatching(/^Größe f\ufffd+r Käse, 日本語\n/) }],
    })
  })
})
