export const DEFAULT_RETURN = '/home'

/**
 * The wanted path if it is of this site, else the default, so that nobody can make a sign-in link that ends on another site.
 */
export function safeReturnPath(wanted: string | undefined): string {
  if (wanted === undefined || wanted.length > 2000) return DEFAULT_RETURN
  const isPath = /^\/(?![/\\])/.test(wanted) && !hasControlCharacter(wanted) && URL.canParse(wanted, HERE)
  return isPath && new URL(wanted, HERE).origin === HERE ? wanted : DEFAULT_RETURN
}

const HERE = 'https://here.invalid'

/** Browsers drop tabs and line breaks from addresses, which could turn a path into another host. */
function hasControlCharacter(text: string): boolean {
  for (const character of text) if (character.charCodeAt(0) < 32 || character === '\u007f') return true
  return false
}
