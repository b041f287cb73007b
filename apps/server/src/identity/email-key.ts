/** Returns the key of an e-mail address. Addresses that differ in case alone have one key. */
export function emailKeyOf(email: string): string {
  return email.normalize('NFC').trim().toLowerCase()
}
