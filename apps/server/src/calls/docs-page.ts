import { PLAIN_STYLE } from '../lib/plain-style.ts'

interface Schema {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly description?: string
  readonly pattern?: string
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly maxItems?: number
}

interface Operation {
  readonly operationId?: string
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly 'x-access'?: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly schema?: Schema
  }[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }
  readonly responses?: Readonly<Record<string, Answer>>
}

interface Answer {
  readonly description?: string
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}

interface Entry {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** Nested levels of a schema that are shown as rows; `openapi.json` has all of them. */
const MAX_LEVELS = 2

const ACCESS: Readonly<Record<string, string>> = {
  public: 'Anybody may call it.',
  token: 'A session, or any token.',
  read: 'A session, or a token that reads.',
  add: 'A session, or a token that adds.',
  write: 'A session, or a token that writes.',
  session: 'A signed-in person, never a token.',
}

/** The API reference as plain HTML without scripts, made from the OpenAPI document. */
export function docsPage(document: Readonly<Record<string, unknown>>): string {
  const entries = entriesOf(document.paths as Record<string, Record<string, Operation>>)
  const families = [...new Set(entries.map(familyOf))]
  const server = (document.servers as { url: string }[] | undefined)?.[0]?.url ?? '/api'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="Every call of the HTTP API of Cardinal, with its access, fields, limits and answers.">
<title>Cardinal: the HTTP API</title>
<link rel="icon" href="../favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="../font.css">
<link rel="stylesheet" href="docs.css">
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<header class="bar"><a class="brand" href="../"><img src="../favicon.svg" alt="" width="24" height="24">Cardinal</a>
<a href="../docs">Manual</a><a href="openapi.json">openapi.json</a></header>
<main class="page">
<div>
<h1>The HTTP API</h1>
<p class="lead">${entries.length} calls below <code>${text(server)}</code>. Make a personal token in
<a href="../settings">settings</a>, and send it with each call:</p>
<pre tabindex="0">curl ${text(server)}/user/get-profile -H "Authorization: Bearer TOKEN"</pre>
<p class="lead">Every call may answer 400 (malformed; the field is named), 429 (too many requests) and 503 (not now; see
Retry-After). Calls that need somebody signed in answer 401 without a session or token, and 403 where the right is missing.
Whole schemas are in <a href="openapi.json">openapi.json</a>.</p>
</div>
<nav aria-label="Calls">${families.map((family) => familyLinks(family, entries)).join('')}</nav>
<div id="calls">
${families.map((family) => section(family, entries)).join('')}
</div>
</main>
</body>
</html>
`
}

function entriesOf(paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>): Entry[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      id: `${method}${path.replace(/[^a-z0-9]+/gi, '-')}`,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
}

const familyOf = ({ operation }: Entry) => operation.tags?.[0] ?? 'other'

function familyLinks(family: string, entries: readonly Entry[]): string {
  const own = entries.filter((entry) => familyOf(entry) === family)
  const links = own.map(({ id, path }) => `<li><a href="#${id}">${text(shortened(path))}</a></li>`)
  return `<details><summary>${text(family)} <span class="count">${own.length}</span></summary><ul>${links.join('')}</ul></details>`
}

/** The path without its first segment, which is in the heading. */
function shortened(path: string): string {
  return path.replace(/^\/[^/]+\//, '')
}

function section(family: string, entries: readonly Entry[]): string {
  const own = entries.filter((entry) => familyOf(entry) === family)
  return `<section id="${text(family)}"><h2>${text(family)}</h2>${own.map(article).join('')}</section>`
}

function article({ id, method, path, operation }: Entry): string {
  const parameters = (operation.parameters ?? []).map((parameter) =>
    row(
      `${parameter.name}`,
      parameter.schema ?? {},
      parameter.required === true,
      `in the ${parameter.in}`,
      0,
    ),
  )
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  const answers = Object.entries(operation.responses ?? {})
  const [, good] = answers.find(([status]) => status === '200') ?? []
  const answer = Object.values(good?.content ?? {})[0]?.schema
  const access = operation['x-access'] ?? ''
  return `<article id="${id}"><h3><span class="method" data-method="${method}">${method}</span> <code>${text(path)}</code></h3>
<p>${text(operation.summary ?? '')}</p>
<p class="access">${text(ACCESS[access] ?? access)}</p>
${parameters.length > 0 ? table('Parameters', parameters.join('')) : ''}
${body === undefined ? '' : folded('Body', body)}
${answer === undefined ? '' : folded('Answer', answer)}
${statuses(answers)}</article>`
}

/** Statuses of this call alone. Those of every call are listed once above. */
function statuses(answers: readonly (readonly [string, Answer])[]): string {
  const own = answers.filter(([status]) => !COMMON.has(status))
  if (own.length === 0) return ''
  const lines = own.map(
    ([status, { description = '' }]) => `<li><b>${text(status)}</b> ${text(description)}</li>`,
  )
  return `<ul class="statuses">${lines.join('')}</ul>`
}

const COMMON: ReadonlySet<string> = new Set(['200', '400', '401', '403', '429', '503'])

function folded(name: string, schema: Schema): string {
  const rows = rowsOf(schema, 0)
  const head = `${name}: ${text(typeOf(schema))}`
  return rows === ''
    ? `<p class="plain">${head}</p>`
    : `<details><summary>${head}</summary>${table(name, rows)}</details>`
}

function table(name: string, rows: string): string {
  return `<div class="frame" tabindex="0" role="group" aria-label="${name}"><table><thead><tr><th scope="col">${name}</th><th scope="col">Type</th><th scope="col">Rule</th></tr></thead><tbody>${rows}</tbody></table></div>`
}

function rowsOf(schema: Schema, level: number): string {
  const properties = Object.entries(objectOf(schema)?.properties ?? {})
  const required = objectOf(schema)?.required ?? []
  return properties
    .map(([name, field]) => {
      const inner = level + 1 < MAX_LEVELS ? rowsOf(field, level + 1) : ''
      return row(name, field, required.includes(name), '', level) + inner
    })
    .join('')
}

function row(name: string, schema: Schema, isRequired: boolean, place: string, level: number): string {
  const rules = [isRequired ? 'required' : '', place, schema.description ?? '', rulesOf(schema)].filter(
    (rule) => rule !== '',
  )
  return `<tr><th scope="row" data-level="${level}"><code>${text(name)}</code></th><td>${text(typeOf(schema))}</td><td>${text(rules.join(', '))}</td></tr>`
}

/** The object in a schema: itself, the item of its list, or the first object among its alternatives. */
function objectOf(schema: Schema): Schema | undefined {
  if (schema.properties) return schema
  if (schema.items) return objectOf(schema.items)
  for (const form of schema.anyOf ?? schema.oneOf ?? []) {
    const found = objectOf(form)
    if (found !== undefined) return found
  }
  return undefined
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const forms = schema.anyOf ?? schema.oneOf
  if (forms) return [...new Set(forms.map(typeOf))].join(' | ')
  if (schema.items) return `list of ${typeOf(schema.items)}`
  return schema.format ?? [schema.type ?? 'anything'].flat().join(' | ')
}

function rulesOf({ minLength, maxLength, minimum, maximum, maxItems }: Schema): string {
  return [
    minLength === undefined ? '' : `at least ${minLength} characters`,
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    minimum === undefined || minimum < -1e12 ? '' : `at least ${minimum}`,
    maximum === undefined || maximum > 1e12 ? '' : `at most ${maximum}`,
    maxItems === undefined ? '' : `at most ${maxItems} entries`,
  ]
    .filter((rule) => rule !== '')
    .join(', ')
}

function text(raw: string): string {
  return raw.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
}

/** A separate file, because the content security policy allows no inline styles. */
export const DOCS_STYLE = `${PLAIN_STYLE}:root {
  --todo: light-dark(oklch(0.45 0.14 255), oklch(0.84 0.08 245));
  --good: light-dark(oklch(0.47 0.11 150), oklch(0.79 0.13 152));
  --mono: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, monospace;
}
.skip { position: absolute; left: 1rem; top: -4rem; padding: 0.5rem 1rem; background: var(--surface); }
.skip:focus { top: 0.5rem; }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1.5rem; min-height: 3.75rem; padding: 0.5rem 1.5rem; border-bottom: 1px solid var(--line); }
.bar a { display: inline-flex; align-items: center; gap: 0.5rem; min-height: 2.75rem; color: var(--text-soft); text-decoration: none; }
.bar .brand { margin-right: auto; color: var(--text); font-weight: 620; }
.page { display: grid; gap: 2rem; max-width: 84rem; margin: 0 auto; padding: 1.5rem; }
nav details { border-bottom: 1px solid var(--line); }
nav ul { margin: 0 0 0.75rem; padding: 0; list-style: none; }
nav a { display: block; padding: 0.25rem 0.75rem; color: var(--text-soft); font-size: 0.8125rem; text-decoration: none; overflow-wrap: anywhere; }
nav a:hover { color: var(--text); text-decoration: underline; }
summary { display: list-item; min-height: 2.25rem; padding: 0.375rem 0; cursor: pointer; font-weight: 520; }
.count { color: var(--text-soft); font-weight: 420; font-size: 0.8125rem; }
main > div { min-width: 0; }
h2 { margin: 3rem 0 1rem; font-size: 1.5rem; letter-spacing: -0.02em; }
h3 { margin: 0; font-size: 1rem; font-weight: 520; overflow-wrap: anywhere; }
p { margin: 0.5rem 0 0; max-width: 46rem; }
article { margin-bottom: 1rem; padding: 1rem 1.25rem; background: var(--surface); border: 1px solid var(--line); border-radius: 0.75rem; scroll-margin-top: 1rem; }
article:target { border-color: var(--accent); }
article details { margin-top: 0.5rem; }
code, pre { font-family: var(--mono); font-size: 0.875em; }
.method { display: inline-block; min-width: 4.5rem; color: var(--good); font: 600 0.75rem/1.5 var(--mono); }
.method[data-method="POST"] { color: var(--todo); }
.method[data-method="DELETE"] { color: var(--accent); }
.plain, .access { color: var(--text-soft); font-size: 0.8125rem; }
.frame { margin-top: 0.75rem; overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 0.8125rem; }
th, td { padding: 0.375rem 0.75rem 0.375rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { color: var(--text-soft); font-weight: 520; }
tbody th { font-weight: 420; white-space: nowrap; }
th[data-level="1"] { padding-left: 1.25rem; }
th[data-level="2"] { padding-left: 2.5rem; }
.statuses { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0.75rem 0 0; padding: 0; list-style: none; color: var(--text-soft); font-size: 0.8125rem; }
pre { margin: 0.75rem 0 0; padding: 0.75rem 1rem; max-height: 30rem; overflow: auto; background: var(--sunken); border-radius: 0.5rem; }
@media (min-width: 56rem) {
  .page { grid-template-columns: 15rem minmax(0, 1fr); }
  nav { grid-area: 1 / 1 / span 2; position: sticky; top: 1.5rem; align-self: start; max-height: calc(100dvh - 3rem); overflow-y: auto; }
}
`
