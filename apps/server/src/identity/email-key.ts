/** E-mail addresses that differ in upper and lower case alone are one. */
export function emailKeyOf(email: string): string {
  return email.normalize('NFC').trim().toLowerCase()
}
