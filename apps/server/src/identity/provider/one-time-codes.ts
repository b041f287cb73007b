import { randomInt } from 'node:crypto'
import { hashSecret } from '../secrets.ts'

/** Without characters that look alike. */
const SIGNS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const LENGTH = 12

/** A one-time code to type: twelve characters (59 bits) in groups of four. */
export function makeOneTimeCode(): string {
  const signs = Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
  return signs.replace(/.{4}(?=.)/g, '$&-')
}

/** Ignores case, spaces and hyphens of the typed code. */
export function hashOfOneTimeCode(typed: string): string {
  return hashSecret(`code ${typed.toUpperCase().replace(/[^A-Z0-9]/g, '')}`)
}
