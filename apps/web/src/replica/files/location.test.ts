import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { withoutLocation } from './location.ts'

/** A JPEG of eight pixels with a camera and a location, written by sharp. */
const PHOTO = Buffer.from(
  [
    '/9j/4QEqRXhpZgAASUkqAAgAAAAIAA8BAgAHAAAAfgAAABIBAwABAAAAAQAAABoBBQABAAAAbgAAABsBBQABAAAAdgAAACgBAwAB',
    'AAAAAgAAABMCAwABAAAAAQAAAGmHBAABAAAAhgAAACWIBAABAAAA1AAAAAAAAAA4YwAA6AMAADhjAADoAwAAQ2FtZXJhAAAGAACQ',
    'BwAEAAAAMDIxMAGRBwAEAAAAAQIDAACgBwAEAAAAMDEwMAGgAwABAAAA//8AAAKgBAABAAAACAAAAAOgBAABAAAACAAAAAAAAAAD',
    'AAEAAgACAAAATgAAAAIABQADAAAACgEAABIAAgAMAAAA/gAAAAAAAABXR1MtODQtSEVSRQAwAAAAAQAAADMAAAABAAAArwsAAGQA',
    'AAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBD',
    'ARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAIAAgD',
    'ASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAA',
    'AwX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCaAJff/9k=',
  ].join(''),
  'base64',
)

it('a photo loses the place where it was taken, and keeps its size, its camera and its pixels', () => {
  const given = PHOTO
  expect(given.toString('latin1')).toContain('WGS-84-HERE')
  const cleaned = Buffer.from(withoutLocation(new Uint8Array(given)))
  expect(cleaned.toString('latin1')).not.toContain('WGS-84-HERE')
  expect(cleaned.toString('latin1')).toContain('Camera')
  expect(cleaned.length).toBe(given.length)
  const degrees = Buffer.alloc(8)
  degrees.writeUInt32LE(2991)
  degrees.writeUInt32LE(100, 4)
  expect([given.includes(degrees), cleaned.includes(degrees)]).toEqual([true, false])
  const exifEnds = given.indexOf(Buffer.from([0xff, 0xdb]))
  expect(cleaned.subarray(exifEnds)).toEqual(given.subarray(exifEnds))
})

it('bytes that are no photo, or a damaged one, are never longer and harm nothing', () => {
  const given = new Uint8Array(PHOTO)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(300), (noise, at) => {
      const damaged = given.slice()
      damaged.set(noise.subarray(0, damaged.length - at), at)
      expect(withoutLocation(damaged)).toHaveLength(given.length)
      expect(withoutLocation(new Uint8Array(noise))).toHaveLength(noise.length)
    }),
  )
})
