import { randomInt } from 'node:crypto'
import { hashSecret } from '../secrets.ts'

/** Letters and digits that nobody takes for each other. */
const SIGNS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const LENGTH = 12

/** Returns a code for a person to type, good once: twelve signs (59 bits) in groups of four. */
export function makeOneTimeCode(): string {
  const signs = Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
  return signs.replace(/.{4}(?=.)/g, '$&-')
}

/** Returns the form in which it is kept, however it was typed. */
export function hashOfOneTimeCode(typed: string): string {
  return hashSecret(`code ${typed.toUpperCase().replace(/[^A-Z0-9]/g, '')}`)
}
