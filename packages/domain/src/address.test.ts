import { describe, expect, it } from 'vitest'
import { addressesIn, addressKey, addressKeysOf, siteOf } from './address.ts'

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
  ])('[CD-10] %s is one address', (spelling) => {
    expect(addressKey(spelling)).toBe('example.com/a/B?q=1')
  })

  it('[CD-10] path and query keep their case, other ports and hosts differ', () => {
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
  ])('[CD-10] a port makes no scheme of the host before it: %s', (bare, whole) => {
    expect(addressKey(bare)).toBe(addressKey(whole))
    expect(addressKey(bare)).not.toBe(addressKey(bare.replace(/^\w+/, 'other')))
    expect(siteOf(bare)).toBe(siteOf(whole))
  })
})

describe('addressesIn', () => {
  it('[CD-10] finds addresses in a text, without the punctuation around them', () => {
    expect(addressesIn('See (https://a.example/x), www.b.example! and c.example')).toEqual([
      'https://a.example/x',
      'www.b.example',
    ])
    expect(addressKeysOf('Docs: https://www.a.example/x/.')).toContain('a.example/x')
  })

  it('[CD-10] an address ends at white space, quotes and angle brackets', () => {
    expect(addressesIn('"http://a.example/1" <http://b.example/2> http://c.example/3\nx')).toEqual([
      'http://a.example/1',
      'http://b.example/2',
      'http://c.example/3',
    ])
    expect(addressesIn('WWW.A.EXAMPLE and swww.b.example')).toEqual(['WWW.A.EXAMPLE'])
    expect(addressesIn('http:// alone')).toEqual([])
    expect(addressesIn('http://a.example/x.,;:!?\'")]}>')).toEqual(['http://a.example/x'])
  })

  it('[CD-10] only the first 32 are looked for', () => {
    const many = Array.from({ length: 40 }, (_, n) => `http://a.example/${n}`)
    expect(addressesIn(many.join(' '))).toEqual(many.slice(0, 32))
  })

  it('[CD-10] the comparable forms of a content are those of the addresses in it, each once', () => {
    expect(addressKeysOf('words alone')).toEqual([])
    expect(addressKeysOf('https://a.example')).toEqual(['a.example'])
    expect(addressKeysOf('see www.a.example/x and http://b.example and https://a.example/x/')).toEqual([
      'a.example/x',
      'b.example',
    ])
  })

  it('[SB-8] the site is the host without www and port', () => {
    expect(siteOf('https://www.News.example:8080/a')).toBe('news.example')
    expect(siteOf('  news.example/a\n')).toBe('news.example')
    expect(siteOf('http://[::1]:8080/a')).toBe('[::1]')
    expect(siteOf('no address')).toBe('')
  })
})
