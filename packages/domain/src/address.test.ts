import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressesIn, addressKey, addressKeyOf, siteOf, sitesOf } from './address.ts'
import { addressOfLink } from './links.ts'

describe('addressKey', () => {
  it.each([
    'https://example.com/a/B?q=1',
    'http://www.example.com/a/B?q=1',
    'HTTPS://Example.COM/a/B/?q=1#part',
    '//example.com/a/B?q=1',
    'example.com/a/B?q=1',
    'https://me:secret@example.com:443/a/B?q=1',
    'http://example.com:80/a/B//?q=1',
    'mailto-like+scheme.1://example.com/a/B?q=1',
    '  https://example.com/a/B?q=1\n',
  ])('[CD-10] the spelling %s has the same address key as example.com/a/B?q=1', (spelling) => {
    expect(addressKey(spelling)).toBe('example.com/a/B?q=1')
  })

  it('[CD-10] addresses that differ in the case of the path or query, in the port or in the host have different keys', () => {
    expect(addressKey('http://example.com/A')).not.toBe(addressKey('http://example.com/a'))
    expect(addressKey('http://example.com:8080')).toBe('example.com:8080')
    expect(addressKey('http://example.com:8')).not.toBe(addressKey('http://example.com'))
    expect(addressKey('http://a.www.example')).toBe('a.www.example')
    expect(addressKey('http://example.com:4430')).toBe('example.com:4430')
    expect(addressKey('https://example.com/')).toBe('example.com')
    expect(addressKey('https://example.com///')).toBe('example.com')
    expect(addressKey('https://example.com?q=1/')).toBe('example.com?q=1/')
    expect(addressKey('https://example.com/#a#b')).toBe('example.com')
    expect(addressKey('two words')).toBe('')
    expect(addressKey('')).toBe('')
  })

  it.each([
    ['example.com:8080/a', 'https://example.com:8080/a'],
    ['example.com:8080', 'http://www.example.com:8080/'],
    ['localhost:3000?q=1#part', 'http://localhost:3000?q=1'],
    ['example.com:443/a', 'https://example.com/a'],
  ])('[CD-10] a host before a port is not read as a scheme: %s', (bare, whole) => {
    expect(addressKey(bare)).toBe(addressKey(whole))
    expect(addressKey(bare)).not.toBe(addressKey(bare.replace(/^\w+/, 'other')))
    expect(siteOf(bare)).toBe(siteOf(whole))
  })
})

describe('what makes no other address of it', () => {
  const page = 'https://example.com/a?q=1'
  it.each([
    'utm_source=news',
    'utm_campaign=x&utm_medium=mail',
    'fbclid=IwAR0',
    'gclid=1',
    'dclid=1',
    'gbraid=1',
    'wbraid=1',
    'msclkid=1',
    'mc_cid=1&mc_eid=2',
    'igshid=1',
    'twclid=1',
    'yclid=1',
    '_ga=1',
    'UTM_Source=a',
    'fbclid',
  ])(
    '[CD-10] the tracking parameter %s does not change the key of an address, wherever it stands',
    (added) => {
      expect(addressKey(`${page}&${added}`)).toBe('example.com/a?q=1')
      expect(addressKey(`https://example.com/a?${added}&q=1#top`)).toBe('example.com/a?q=1')
      expect(addressKey(`https://example.com/?${added}`)).toBe('example.com')
    },
  )

  it('[CD-10] other parameters change the key of an address, even when their names resemble tracking parameters', () => {
    for (const query of ['utmost=1', 'q=utm_source', 'gclids=1', 'v=fbclid', 'ref=home'])
      expect(addressKey(`https://example.com/?${query}`)).toBe(`example.com?${query}`)
    expect(addressKey('https://example.com/a?')).toBe('example.com/a')
  })

  it('[CD-10] a fragment changes the key of an address only where it is a route', () => {
    for (const place of ['#top', '#L10-L20', '#:~:text=a/b', '#', '#/'])
      expect(addressKey(`https://example.com/a${place}`)).toBe('example.com/a')
    for (const route of ['#/inbox', '#!forum', '#inbox/7'])
      expect(addressKey(`https://example.com/a/${route}`)).toBe(`example.com/a${route}`)
    expect(addressKey('https://example.com/#/inbox/')).toBe('example.com#/inbox')
  })

  it('[CD-10] a mailbox or a telephone number has another key than the site of the same name', () => {
    expect(addressKey('mailto:Ann@example.com?subject=x')).toBe('mailto:ann@example.com')
    expect(addressKey('tel:+49123')).toBe('tel:+49123')
    expect(addressKey('mailto:ann@example.com')).not.toBe(addressKey('https://example.com'))
  })

  it('[CD-10] every spelling of an address has the same key, and the key of a key is that key', () => {
    const word = fc.stringMatching(/^[a-z0-9]{1,6}$/)
    const address = fc.record({
      host: fc.tuple(word, word).map(([name, top]) => `${name}${top}.example`),
      path: fc.array(word, { maxLength: 3 }).map((parts) => parts.map((part) => `/${part}`).join('')),
      query: fc.array(fc.tuple(word, word), { maxLength: 3 }),
    })
    const spelling = fc.record({
      scheme: fc.constantFrom('http://', 'https://', 'HTTPS://', ''),
      www: fc.boolean(),
      slash: fc.boolean(),
      added: fc.constantFrom('', 'utm_source=a', 'fbclid=b', 'gclid=c&utm_term=d'),
      isFirst: fc.boolean(),
      fragment: fc.constantFrom('', '#part', '#'),
    })
    fc.assert(
      fc.property(address, spelling, ({ host, path, query }, how) => {
        const own = query.map(([name, value]) => `${name}=${value}`)
        const plain = `${host}${path}${own.length > 0 ? `?${own.join('&')}` : ''}`
        const all = how.added === '' ? own : how.isFirst ? [how.added, ...own] : [...own, how.added]
        const spelled = [
          how.scheme,
          how.www ? 'www.' : '',
          host,
          path,
          how.slash ? '/' : '',
          all.length > 0 ? `?${all.join('&')}` : '',
          how.fragment,
        ].join('')
        expect(addressKey(spelled)).toBe(plain)
        expect(addressKey(addressKey(spelled))).toBe(plain)
        expect(addressKeyOf({ type: 'link', content: 'Title', address: spelled })).toBe(plain)
      }),
    )
  })
})

describe('addressesIn', () => {
  it('[CD-10] addressesIn finds addresses in a text, without the punctuation around them', () => {
    expect(addressesIn('See (https://a.example/x), www.b.example! and c.example')).toEqual([
      'https://a.example/x',
      'www.b.example',
    ])
    expect(keyOfText('Docs: https://www.a.example/x/.')).toBe('a.example/x')
    expect(keyOfText('https://a.example/x_(y) about y')).toBe('a.example/x_(y)')
    expect(keyOfText('the page a.example/x, again')).toBe('a.example/x')
  })

  it('[CD-10] an address in a text ends at white space, quotes and angle brackets', () => {
    expect(addressesIn('"http://a.example/1" <http://b.example/2> http://c.example/3\nx')).toEqual([
      'http://a.example/1',
      'http://b.example/2',
      'http://c.example/3',
    ])
    expect(addressesIn('WWW.A.EXAMPLE and swww.b.example')).toEqual(['WWW.A.EXAMPLE'])
    expect(addressesIn('http:// alone')).toEqual([])
    expect(addressesIn('http://a.example/x.,;:!?\'")]}>')).toEqual(['http://a.example/x'])
  })

  it('[CD-10] only the first 32 addresses of a text are found', () => {
    const many = Array.from({ length: 40 }, (_, n) => `http://a.example/${n}`)
    expect(addressesIn(many.join(' '))).toEqual(many.slice(0, 32))
  })

  it('[CD-10] the key of a link is that of its address, or of the address in its content when it has none', () => {
    expect(keyOfText('words alone')).toBeNull()
    expect(keyOfText('https://a.example')).toBe('a.example')
    const content = 'see www.a.example/x and http://b.example'
    expect(addressKeyOf({ type: 'link', content, address: 'http://b.example/' })).toBe('b.example')
    expect(addressKeyOf({ type: 'note', content, address: 'http://b.example/' })).toBeNull()
    expect(addressKeyOf({ type: 'link', content: 'about:config', address: null })).toBe('config')
  })

  it('[SB-8] the site of a link is that of its address; the sites of other cards are those of the addresses in their text', () => {
    const content = 'see www.a.example/x and http://b.example'
    expect(sitesOf({ type: 'link', content, address: 'c.example/x' })).toEqual(['c.example'])
    expect(sitesOf({ type: 'link', content, address: 'mailto:a@c.example' })).toEqual([])
    for (const type of ['note', 'link'] as const)
      expect(sitesOf({ type, content, address: null })).toEqual(['a.example', 'b.example'])
  })

  it('[SB-8] a site is the host without www and port', () => {
    expect(siteOf('https://www.News.example:8080/a')).toBe('news.example')
    expect(siteOf('  news.example/a\n')).toBe('news.example')
    expect(siteOf('http://[::1]:8080/a')).toBe('[::1]')
    expect(siteOf('no address')).toBe('')
  })
})

function keyOfText(content: string): string | null {
  return addressKeyOf({ type: 'link', content, address: addressOfLink(content) })
}
