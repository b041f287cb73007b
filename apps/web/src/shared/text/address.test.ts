import { describe, expect, it } from 'vitest'
import { findAddress } from './address.ts'

describe('[CD-10] only safe schemes become links', () => {
  it.each([
    ['https://www.example.com/a?b=1', 'https://www.example.com/a?b=1', 'example.com', ''],
    ['Good read: http://example.org/x. Later', 'http://example.org/x', 'example.org', 'Good read: . Later'],
    ['example.com/page', 'https://example.com/page', 'example.com', ''],
    ['mailto:ann@example.com', 'mailto:ann@example.com', 'ann@example.com', ''],
    ['tel:+4912345', 'tel:+4912345', '+4912345', ''],
  ])('%s', (text, href, host, rest) => {
    expect(findAddress(text)).toEqual({ href, host, rest })
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,hi',
    'vbscript:x',
    'no address',
    '',
  ])('%s is no link', (text) => {
    expect(findAddress(text)).toBeNull()
  })
})
