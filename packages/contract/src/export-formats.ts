/** Formats of an export. Each can be imported again. */
export const EXPORT_FORMATS = ['json', 'html', 'csv', 'markdown', 'markdown-zip'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Parts of a workspace that some export leaves out, in the words of the app and of the guide. */
export const EXPORT_PARTS = {
  changed: 'when a card was changed',
  links: 'which cards are linked',
  page: 'what was read of a page: its picture, description and whether it is there',
  tags: 'colours, other names and parents of tags',
  groups: 'groups',
  deleted: 'deleted cards',
  copies: 'copies of pages',
} as const
export type ExportPart = keyof typeof EXPORT_PARTS

const IN_JSON_ALONE: readonly ExportPart[] = [
  'changed',
  'links',
  'page',
  'tags',
  'groups',
  'deleted',
  'copies',
]

/** Parts that an export in each format leaves out, so that an import can't restore them. */
export const NOT_HELD: Readonly<Record<ExportFormat, readonly ExportPart[]>> = {
  json: ['copies'],
  html: IN_JSON_ALONE,
  csv: IN_JSON_ALONE,
  markdown: IN_JSON_ALONE,
  'markdown-zip': IN_JSON_ALONE,
}

/** Parts that the export of a whole account leaves out. */
export const NOT_IN_ACCOUNT = [
  'earlier versions of texts',
  'copies of pages of deleted cards',
  'webhooks',
  'addresses of shared searches',
] as const

/** "a, b and c" */
export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

export function notHeld(format: ExportFormat): string {
  return listed(NOT_HELD[format].map((part) => EXPORT_PARTS[part]))
}
