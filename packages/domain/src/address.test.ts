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
  ])('[CD-10] %s is one address', (spelling) => {
    expect(addressKey(spelling)).toBe('example.com/a/B?q=1')
  })

  it('[CD-10] path and query keep their case, other ports and hosts differ', () => {
    expect(addressKey('http://example.com/A')).not.toBe(addressKey('http://example.com/a'))
    expect(addressKey('http://example.com:8080')).toBe('example.com:8080')
    expect(addressKey('https://example.com/')).toBe('example.com')
    expect(addressKey('two words')).toBe('')
    expect(addressKey('')).toBe('')
  })

  it('is quick with long and hostile texts', () => {
    const start = performance.now()
    addressKey('a'.repeat(100_000))
    addressKey(`http://${'/'.repeat(100_000)}x`)
    addressesIn('http://'.repeat(20_000))
    addressesIn('a'.repeat(100_000))
    addressesIn(`${'a.'.repeat(50_000)}://`)
    addressesIn(`http://x${')'.repeat(50_000)}y`)
    expect(performance.now() - start).toBeLessThan(200)
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

  it('[SB-8] the site is the host without www and port', () => {
    expect(siteOf('https://www.News.example:8080/a')).toBe('news.example')
    expect(siteOf('no address')).toBe('')
  })
})
