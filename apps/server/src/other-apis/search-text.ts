/**
 * Turns a search of linkding into one of ours. There words stand between spaces, `#` names a tag, `or`, `and` and `not`
 * are operators, `and` binds more closely than `or`, and a sequence of words must all be found. No text is an error.
 * Source: linkding's documentation, "Search".
 *
 * @param tagNamed our name for a tag as linkding's clients see it
 */
export function searchFromLinkding(text: string, tagNamed: (shown: string) => string): string {
  return new Translation(text, tagNamed).run()
}

const TOKEN = /"[^"]*"?|[()]|[^\s()"]+/g
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N}_.]*$/u
/** Parentheses within each other; deeper ones count as one. */
const DEEPEST = 8

/** A part of a search of ours. `isOne`: it needs no parentheses beside others. */
interface Part {
  readonly text: string
  readonly isOne: boolean
}

class Translation {
  readonly #tokens: readonly string[]
  readonly #tagNamed: (shown: string) => string
  #at = 0

  constructor(text: string, tagNamed: (shown: string) => string) {
    this.#tokens = text.match(TOKEN) ?? []
    this.#tagNamed = tagNamed
  }

  run(): string {
    const parts: (Part | null)[] = []
    // A closing parenthesis that closes nothing ends no search.
    for (; this.#at < this.#tokens.length; this.#at++) parts.push(this.#alternatives(0))
    return joined(parts)?.text ?? ''
  }

  #alternatives(depth: number): Part | null {
    const parts = [this.#all(depth)]
    while (this.#next() === 'or') {
      this.#at++
      parts.push(this.#all(depth))
    }
    const filled = parts.filter((part) => part !== null)
    if (filled.length < 2) return filled[0] ?? null
    return { text: `(${filled.map(grouped).join(' | ')})`, isOne: true }
  }

  #all(depth: number): Part | null {
    const parts: (Part | null)[] = []
    for (let next = this.#next(); next !== undefined && next !== 'or' && next !== ')'; next = this.#next()) {
      if (next === 'and') this.#at++
      else parts.push(this.#one(depth))
    }
    return joined(parts)
  }

  #one(depth: number): Part | null {
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

  #word(token: string): Part | null {
    if (token.startsWith('#')) return token === '#' ? null : one(`tag:${this.#tagNamed(token.slice(1))}`)
    if (token === '!unread') return one('tag:unread')
    if (token === '!untagged') return one('tags:0')
    const word = token.replaceAll('"', '').trim()
    if (word === '') return null
    return one(PLAIN.test(token) ? word : `"${word}"`)
  }

  /** The next token, an operator in lower case. */
  #next(): string | undefined {
    const token = this.#tokens[this.#at]
    return token !== undefined && /^(?:or|and|not)$/i.test(token) ? token.toLowerCase() : token
  }
}

const one = (text: string): Part => ({ text, isOne: true })

function grouped({ text, isOne }: Part): string {
  return isOne ? text : `(${text})`
}

/** Parts that all must be found. */
function joined(parts: readonly (Part | null)[]): Part | null {
  const filled = parts.filter((part) => part !== null)
  if (filled.length < 2) return filled[0] ?? null
  return { text: filled.map(({ text }) => text).join(', '), isOne: false }
}
