/** WHATWG URL, which browsers and Node share. */
declare const URL: { canParse(address: string): boolean }

/**
 * The first address in a link's content that can be opened (http, https, ftp, mailto, tel); null: none. White
 * space, quotes and angle brackets end it. Punctuation at the end of the sentence is not part of it.
 */
export function firstAddress(content: string): string | null {
  for (const [found] of content.matchAll(SAFE_ADDRESSES)) {
    const address = withoutTrailingPunctuation(found)
    if (URL.canParse(address)) return address
  }
  return null
}

/** The first host without a scheme, with its path ("example.org/a"); null: none. */
export function bareAddress(content: string): string | null {
  for (const [found] of content.matchAll(BARE_ADDRESS)) {
    const address = withoutTrailingPunctuation(found)
    if (!FILE_NAME.test(address) && URL.canParse(`https://${address}`)) return address
  }
  return null
}

/** The address that a link opens, as written; null: none. */
export function addressOfLink(content: string): string | null {
  return firstAddress(content) ?? bareAddress(content)
}

/**
 * The address of a card after an edit that does not set it. It stays, unless it came from the text and the
 * text now has another. A card that becomes a link gets the address in its text.
 * @param before null: the card is new
 */
export function addressAfter(
  before: { readonly type: string; readonly content: string; readonly address: string | null } | null,
  after: { readonly type: string; readonly content: string },
): string | null {
  const isLink = after.type === 'link'
  if (before === null) return isLink ? addressOfLink(after.content) : null
  const { address, content } = before
  const told = before.type === 'link' || address !== null ? addressOfLink(content) : null
  if (told !== address || (address !== null && placeOfAddress(after.content, address) >= 0)) return address
  return isLink || address !== null ? (addressOfLink(after.content) ?? address) : null
}

/**
 * Index of a whole address in a content, not of a longer address that begins alike. A line that is only the
 * address comes first, then the first occurrence. -1: not found.
 */
export function placeOfAddress(content: string, address: string): number {
  let first = -1
  if (address === '') return first
  for (let at = content.indexOf(address); at >= 0; at = content.indexOf(address, at + address.length)) {
    const end = at + address.length
    if (isLineEnd(content, at - 1) && isLineEnd(content, end)) return at
    if (first < 0 && isWhole(content, at, end)) first = at
  }
  return first
}

/** The content before and after an address. Where the address is not in it, `above` is all of it. */
export function withoutAddress(content: string, address: string): { above: string; behind: string } {
  const at = placeOfAddress(content, address)
  if (at < 0) return { above: content, behind: '' }
  return { above: content.slice(0, at), behind: content.slice(at + address.length) }
}

function isLineEnd(text: string, at: number): boolean {
  return at < 0 || at >= text.length || text[at] === '\n' || text[at] === '\r'
}

function isWhole(content: string, start: number, end: number): boolean {
  const hasScheme = WHOLE_ADDRESS.test(content.slice(start, end))
  const [before, behind] = hasScheme ? [BEFORE_ADDRESS, BEHIND_ADDRESS] : [BEFORE_BARE, BEHIND_BARE]
  if (before.test(content.slice(Math.max(0, start - 2), start))) return false
  behind.lastIndex = end
  return behind.test(content)
}

/**
 * An address as it is stored: trimmed, with characters that would end it in a text encoded, and with
 * `https://` where the scheme is missing.
 */
export function completeAddress(text: string): string {
  const address = text
    .replace(/[\t\n\r\0]/g, '')
    .trim()
    .replace(/[\s<>"]/g, (character) => encodeURIComponent(character))
  if (address.startsWith('//')) return `https:${address}`
  return /^(?:www\.|[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:[/?#:]|$))/i.test(address) ? `https://${address}` : address
}

/** Whether a text is one address that can be opened, and nothing else. */
export function isAddress(text: string): boolean {
  if (WHOLE_ADDRESS.test(text)) return URL.canParse(text)
  return WHOLE_BARE_ADDRESS.test(text) && URL.canParse(`https://${text}`)
}

/**
 * The first address that a browser could run (`javascript:`, `data:`, `vbscript:`); null: none. Sees through entities,
 * control and invisible characters, white space between letters, case and compatibility forms.
 *
 * Any text inside a safe address is harmless. A scheme's name followed by white space is prose ("JavaScript: The Good Parts
 * https://…") when the content has a safe address of its own; without one it is taken for the address.
 */
export function unsafeAddress(content: string): string | null {
  const plain = decodeEntities(content).normalize('NFKC')
  const rest = plain.replaceAll(SAFE_ADDRESSES, 'x')
  const hasOwnAddress = SAFE_ADDRESS.test(plain)
  for (const found of rest.matchAll(RUNNABLE)) {
    const after = rest.charAt(found.index + found[0].length)
    const isWordOfSentence = hasOwnAddress && after.trim() === ''
    if (!isWordOfSentence) return rest.slice(found.index, found.index + 100).trim()
  }
  return null
}

/** Decodes numeric entities, and named ones that could hide a scheme, up to five times. */
function decodeEntities(text: string): string {
  let decoded = text
  for (let depth = 0; depth < 5 && decoded.includes('&'); depth++) {
    const next = decoded.replace(ENTITY, (entity: string, decimal?: string, hex?: string, name?: string) => {
      if (decimal !== undefined) return fromCodePoint(Number.parseInt(decimal, 10), entity)
      if (hex !== undefined) return fromCodePoint(Number.parseInt(hex, 16), entity)
      return NAMED[name?.toLowerCase() ?? ''] ?? entity
    })
    if (next === decoded) break
    decoded = next
  }
  return decoded
}

function fromCodePoint(code: number, otherwise: string): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : otherwise
}

/** Drops closing punctuation. A closing bracket stays if the address contains the opening one. */
export function withoutTrailingPunctuation(address: string): string {
  const opened = ['(', '[', '{'].filter((bracket) => address.includes(bracket))
  let end = address.length
  while (end > 0) {
    const last = address.charAt(end - 1)
    const opening = OPENING[last]
    const isTheirs = opening === undefined ? ".,;:!?'".includes(last) : !opened.includes(opening)
    if (!isTheirs) break
    end--
  }
  return address.slice(0, end)
}

const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }
const SAFE_ADDRESS = /(?<![\p{L}\p{N}+.:-])(?:(?:https?|ftp):\/\/|mailto:|tel:)[^\s<>"]+/iu
const BARE_ADDRESS = /(?<![\w:/@.-])(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[/?#][^\s<>"]*)?(?![^\s<>"),.;!?])/gi
/** Looks like a host but ends in no top-level domain: "Node.js", "notes.txt". */
const FILE_NAME =
  /^[^/?#]*\.(?:js|jsx|ts|tsx|css|html?|json|txt|pdf|php|xml|ya?ml|toml|docx?|xlsx?|csv|png|jpe?g|gif|svg|exe|cpp|java)(?:[/?#]|$)/i
const WHOLE_ADDRESS = new RegExp(`^(?:${SAFE_ADDRESS.source})$`, 'iu')
const WHOLE_BARE_ADDRESS = /^(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[/?#][^\s<>"]*)?$/i
/** Characters that may not precede an address. */
const BEFORE_ADDRESS = /[\p{L}\p{N}+.:-]$/u
const BEFORE_BARE = /[\w:/@.-]$/
/** What must follow an address: punctuation, then white space or the end. */
const BEHIND_ADDRESS = /[.,;:!?')\]}]*(?:[\s<>"]|$)/y
const BEHIND_BARE = /[.,;:!?')\]}]*(?:[\s<>"]|$)|[),.;!?]/y
const SAFE_ADDRESSES = new RegExp(SAFE_ADDRESS.source, 'giu')

/** Characters that a lenient parser might skip between two letters. */
const IGNORED = '[\\s\\p{Cc}\\p{Cf}]*'
const spelled = (scheme: string) => [...scheme, ':'].join(IGNORED)
const RUNNABLE = new RegExp(
  `(?<![\\p{L}\\p{N}+.-])(?:${['javascript', 'vbscript', 'data'].map(spelled).join('|')})`,
  'giu',
)

const ENTITY = /&(?:#(\d{1,8});?|#x([0-9a-f]{1,7});?|(colon|tab|newline|amp|nbsp|zwnj|zwj|shy|lpar|rpar);)/gi
const NAMED: Readonly<Record<string, string>> = {
  colon: ':',
  tab: '\t',
  newline: '\n',
  amp: '&',
  nbsp: ' ',
  zwnj: '\u200c',
  zwj: '\u200d',
  shy: '\u00ad',
  lpar: '(',
  rpar: ')',
}
