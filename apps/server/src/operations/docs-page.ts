/** What the page needs of an OpenAPI document. */
interface Operation {
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly 'x-access'?: string
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: unknown }>> }
  readonly responses?: Readonly<Record<string, Answer>>
}

interface Answer {
  readonly description?: string
  readonly content?: Readonly<Record<string, { readonly schema?: unknown }>>
}

interface Entry {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** A page to read the API by: plain HTML made from the OpenAPI document, without any script. */
export function docsPage(document: Readonly<Record<string, unknown>>): string {
  const entries = entriesOf(document.paths as Record<string, Record<string, Operation>>)
  const families = [...new Set(entries.map(({ operation }) => operation.tags?.[0] ?? 'other'))]
  const links = families.map((family) => `<li><a href="#${text(family)}">${text(family)}</a></li>`).join('')
  const sections = families.map((family) => section(family, entries)).join('')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cardinal: the HTTP API</title>
<link rel="stylesheet" href="docs.css">
</head>
<body>
<header><h1>Cardinal: the HTTP API</h1>
<p>All paths are below <code>/api</code>. The same, for machines: <a href="openapi.json">openapi.json</a>.</p>
<nav aria-label="Families of calls"><ul>${links}</ul></nav></header>
<main>${sections}</main>
</body>
</html>
`
}

function entriesOf(paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>): Entry[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
}

function section(family: string, entries: readonly Entry[]): string {
  const own = entries.filter(({ operation }) => (operation.tags?.[0] ?? 'other') === family)
  return `<section id="${text(family)}"><h2>${text(family)}</h2>${own.map(article).join('')}</section>`
}

function article({ method, path, operation }: Entry): string {
  const parameters = (operation.parameters ?? []).map(
    ({ name, in: place, required }) =>
      `<li><code>${text(name)}</code> in ${text(place)}${required ? '' : ', optional'}</li>`,
  )
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  const answers = Object.entries(operation.responses ?? {}).map(([status, answer]) =>
    answerPart(status, answer),
  )
  return `<article><h3><span class="method">${method}</span> <code>${text(path)}</code></h3>
<p>${text(operation.summary ?? '')} <small>Access: ${text(operation['x-access'] ?? '')}.</small></p>
${parameters.length > 0 ? `<ul>${parameters.join('')}</ul>` : ''}
${body === undefined ? '' : details('Body', body)}
${answers.join('\n')}</article>`
}

function answerPart(status: string, { description = '', content = {} }: Answer): string {
  const schema = Object.values(content)[0]?.schema
  const head = `${status}: ${description}`
  return status === '200' && schema !== undefined
    ? details(head, schema)
    : `<p class="status">${text(head)}</p>`
}

function details(summary: string, schema: unknown): string {
  const json = JSON.stringify(schema, null, 2)
  return `<details><summary>${text(summary)}</summary><pre tabindex="0">${text(json)}</pre></details>`
}

function text(raw: string): string {
  return raw.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
}

/** The page's style, served beside it: the content security policy allows none inside. */
export const DOCS_STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 0 1rem; list-style: none; padding: 0; }
article { border-top: 1px solid #8886; padding: 0.5rem 0; }
h3 { font-size: 1rem; margin: 0.5rem 0; overflow-wrap: anywhere; }
.method { display: inline-block; min-width: 4.5rem; }
p { margin: 0.25rem 0; }
.status { font-size: 0.875rem; }
pre { overflow: auto; max-height: 30rem; background: #8882; padding: 0.5rem; }
a { color: #a3142d; }
@media (prefers-color-scheme: dark) { a { color: #ff8a9a; } }
`
