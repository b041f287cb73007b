import { escapeUTF8 } from 'entities/escape'

/** Escaped HTML. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

/** Escapes every value that is not `Html`; lists are joined, null is empty. */
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
