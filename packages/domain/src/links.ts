/**
 * The first address in a link's content that may be opened (http, https, ftp, mailto, tel); null: none. White space, quotes
 * and angle brackets end it; punctuation that closes the sentence is no part of it.
 */
export function firstAddress(content: string): string | null {
  const found = SAFE_ADDRESS.exec(content)
  return found === null ? null : withoutTrailingPunctuation(found[0])
}

/** The first host without a scheme, with its path ("example.org/a"); null: none. */
export function bareAddress(content: string): string | null {
  for (const [found] of content.matchAll(BARE_ADDRESS)) {
    const address = withoutTrailingPunctuation(found)
    if (!FILE_NAME.test(address)) return address
  }
  return null
}

/** The address that a link opens, as written; null: none. */
export function addressOfLink(content: string): string | null {
  return firstAddress(content) ?? bareAddress(content)
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
  const hasOwnAddress = firstAddress(plain) !== null
  for (const found of rest.matchAll(RUNNABLE)) {
    const after = rest.charAt(found.index + found[0].length)
    const isWordOfSentence = hasOwnAddress && after.trim() === ''
    if (!isWordOfSentence) return rest.slice(found.index, found.index + 100).trim()
  }
  return null
}

/** Numeric entities and the named ones that could hide a scheme, however often they were escaped. */
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

/** Drops closing punctuation. A bracket stays where the address opens it. */
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
