/** Ignores case. */
export function emailKeyOf(email: string): string {
  return email.normalize('NFC').trim().toLowerCase()
}
