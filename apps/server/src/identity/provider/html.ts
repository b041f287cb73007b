import { escapeUTF8 } from 'entities/escape'

/** A piece of HTML that is safe as it is. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

/** Returns a template in which every value that isn't `Html` itself is escaped; lists are joined, null is nothing. */
export function html(parts: TemplateStringsArray, ...values: readonly unknown[]): Html {
  let text = ''
  parts.forEach((part, index) => {
    text += part + (index < values.length ? asHtml(values[index]) : '')
  })
  return new Html(text)
}

function asHtml(value: unknown): string {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(asHtml).join('')
  return value === null || value === undefined || value === false ? '' : escapeUTF8(String(value))
}
