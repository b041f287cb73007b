/**
 * Translates a linkding search. Words are separated by spaces, and all must match. `#` names a tag. `or`, `and` and
 * `not` are operators; `and` binds more closely than `or`. Accepts every text. Source: linkding's documentation,
 * "Search".
 *
 * @param tagNamed our name for a client's tag
 */
export function searchFromLinkding(text: string, tagNamed: (shown: string) => string): string {
  const wordOf = (token: string): string | null => {
    if (token.startsWith('#')) return token === '#' ? null : `tag:${tagNamed(token.slice(1))}`
    if (token === '!unread') return 'tag:unread'
    if (token === '!untagged') return 'tags:0'
    return plainWord(token)
  }
  return new Translation(text.match(TOKEN) ?? [], wordOf).run()
}

/**
 * Translates a Karakeep search. `#` or `tag:` names a tag; `-` or `!` excludes. `is:`, `url:`, `title:`, `after:`
 * and `before:` are fields. Parentheses, `and` and `or` as in linkding. Accepts every text. Source: Karakeep's
 * documentation, "Search query language".
 *
 * @param tagNamed our name for a client's tag
 */
export function searchFromKarakeep(text: string, tagNamed: (shown: string) => string): string {
  const tokens = karakeepTokens(text).flatMap((token) =>
    /^[-!]./.test(token) ? ['not', token.slice(1)] : token === '-' || token === '!' ? ['not'] : [token],
  )
  const wordOf = (token: string): string | null => {
    const [, field = '', quoted = ''] = /^(#|[a-z]+:)(.*)$/i.exec(token) ?? []
    const value = quoted.replaceAll('"', '').trim()
    if (value === '') return field === '' ? plainWord(token) : null
    switch (field.toLowerCase()) {
      case '#':
      case 'tag:':
        return `tag:${tagNamed(value)}`
      case 'is:':
        return STATES.get(value.toLowerCase()) ?? null
      case 'url:':
      case 'title:':
        return `"${value}"`
      case 'after:':
      case 'before:':
        return DAY.test(value) ? `created:${field === 'after:' ? '>=' : '<='}${value}` : null
      default:
        return plainWord(token)
    }
  }
  return new Translation(tokens, wordOf).run()
}

/**
 * Splits a text into tokens. Quotes after a minus, a `#` or a field's name belong to its token; other words end
 * before a quote.
 */
function karakeepTokens(text: string): string[] {
  const tokens: string[] = []
  let end = -1
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const last = tokens.at(-1)
    const isValue = token.startsWith('"') && index === end && last !== undefined && PREFIX.test(last)
    if (isValue) tokens[tokens.length - 1] = last + token
    else tokens.push(token)
    end = index + token.length
  }
  return tokens
}

const PREFIX = /^[-!]?(?:#|[a-z]+:)?$/i
const DAY = /^\d{4}-\d{2}-\d{2}$/
const STATES: ReadonlyMap<string, string> = new Map([
  ['archived', 'tag:archived'],
  ['fav', 'tag:favourite'],
  ['tagged', '-(tags:0)'],
  ['link', 'type:link'],
  ['text', 'type:note'],
])

/** A word. In quotes if it has spaces or special characters. */
function plainWord(token: string): string | null {
  const word = token.replaceAll('"', '').trim()
  if (word === '') return null
  return PLAIN.test(token) ? word : `"${word}"`
}

const TOKEN = /"[^"]*"?|[()]|[^\s()"]+/g
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N}_.]*$/u
/** Levels of nested parentheses; deeper ones are flattened. */
const DEEPEST = 8

/** A part of a text in our search language. `isOne`: it needs no parentheses next to others. */
interface TextPart {
  readonly text: string
  readonly isOne: boolean
}

class Translation {
  readonly #tokens: readonly string[]
  readonly #wordOf: (token: string) => string | null
  #at = 0

  /** @param wordOf our text for a token that is no operator; null: it is left out */
  constructor(tokens: readonly string[], wordOf: (token: string) => string | null) {
    this.#tokens = tokens
    this.#wordOf = wordOf
  }

  run(): string {
    const parts: (TextPart | null)[] = []
    // An unmatched closing parenthesis is skipped.
    for (; this.#at < this.#tokens.length; this.#at++) parts.push(this.#alternatives(0))
    return joined(parts)?.text ?? ''
  }

  #alternatives(depth: number): TextPart | null {
    const parts = [this.#all(depth)]
    while (this.#next() === 'or') {
      this.#at++
      parts.push(this.#all(depth))
    }
    const filled = parts.filter((part) => part !== null)
    if (filled.length < 2) return filled[0] ?? null
    return { text: `(${filled.map(grouped).join(' | ')})`, isOne: true }
  }

  #all(depth: number): TextPart | null {
    const parts: (TextPart | null)[] = []
    for (let next = this.#next(); next !== undefined && next !== 'or' && next !== ')'; next = this.#next()) {
      if (next === 'and') this.#at++
      else parts.push(this.#one(depth))
    }
    return joined(parts)
  }

  #one(depth: number): TextPart | null {
    const token = this.#tokens[this.#at++] ?? ''
    if (token.toLowerCase() === 'not') {
      const next = this.#next()
      const left = next === undefined || next === ')' ? null : this.#one(depth)
      return left && one(`-${left.text.startsWith('(') ? left.text : `(${left.text})`}`)
    }
    if (token !== '(') return this.#word(token)
    const inside = this.#alternatives(Math.min(depth + 1, DEEPEST))
    if (this.#next() === ')') this.#at++
    return inside && depth < DEEPEST ? one(grouped(inside)) : inside
  }

  #word(token: string): TextPart | null {
    const word = this.#wordOf(token)
    return word === null ? null : one(word)
  }

  /** The next token; an operator in lower case. */
  #next(): string | undefined {
    const token = this.#tokens[this.#at]
    return token !== undefined && /^(?:or|and|not)$/i.test(token) ? token.toLowerCase() : token
  }
}

const one = (text: string): TextPart => ({ text, isOne: true })

function grouped({ text, isOne }: TextPart): string {
  return isOne ? text : `(${text})`
}

/** Joins parts of which all must match. */
function joined(parts: readonly (TextPart | null)[]): TextPart | null {
  const filled = parts.filter((part) => part !== null)
  if (filled.length < 2) return filled[0] ?? null
  return { text: filled.map(({ text }) => text).join(', '), isOne: false }
}
