import { describe, expect, it } from 'vitest'
import { isId, makeId, stripTemporaryPrefix, TEMPORARY_ID_PREFIX } from './id.ts'

const BYTES = Uint8Array.of(0, 1, 15, 16, 127, 128, 254, 255)

describe('isId', () => {
  it.each([
    ['0123456789abcdef01234567', true],
    ['0123456789ABCDEF01234567', false],
    ['0123456789abcdef0123456', false],
    ['0123456789abcdef012345678', false],
    ['x0123456789abcdef01234567', false],
    ['0123456789abcdef0123456g', false],
    ['', false],
  ])('[CD-1] an id has 24 lower-case hex characters, so for %j isId is %s', (text, is) => {
    expect(isId(text)).toBe(is)
  })
})

describe('makeId', () => {
  it('[CD-1] makeId writes the seconds as eight hex characters, then eight random bytes as two each', () => {
    expect(makeId(1_700_000_000_999, BYTES)).toBe('6553f10000010f107f80feff')
    expect(isId(makeId(0, BYTES))).toBe(true)
    expect(makeId(0, BYTES)).toBe('0000000000010f107f80feff')
  })

  it('[CD-1] ids sort by the second in which they were made', () => {
    expect(makeId(1_000, BYTES) < makeId(2_000, BYTES)).toBe(true)
    expect(makeId(1_000, BYTES)).toBe(makeId(1_999, BYTES))
  })

  it('[CD-1] makeId makes a valid id after the last second that fits four bytes, and with too few random bytes', () => {
    expect(makeId(2 ** 32 * 1000 + 5_000, BYTES)).toBe(makeId(5_000, BYTES))
    expect(isId(makeId(0, Uint8Array.of(1)))).toBe(true)
  })
})

describe('temporary ids', () => {
  it('[CD-2] a temporary id begins with "temp_id,", which is stripped before saving', () => {
    expect(TEMPORARY_ID_PREFIX).toBe('temp_id,')
    expect(stripTemporaryPrefix('temp_id,0123456789abcdef01234567')).toBe('0123456789abcdef01234567')
    expect(stripTemporaryPrefix('0123456789abcdef01234567')).toBe('0123456789abcdef01234567')
    expect(stripTemporaryPrefix('a temp_id,b')).toBe('a temp_id,b')
  })
})
