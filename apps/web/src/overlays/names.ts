/** Names as in the address. */
export const CENTER_POPUPS = [
  'home-addEntity',
  'home-editEntity',
  'home-sorter',
  'home-viewer',
  'home-filter',
  'home-action',
  'grouper',
  'tagger',
  'entity-edit-text',
  'entity-edit-tags',
  'are-you-sure',
  'text-asker',
  'quick-add',
  'above-link-results',
  'above-tag-results',
  'next-to--unmatched-tagging-experience',
  'hamburger-menu',
  'master-editor',
] as const

/** Popups that the specification does not have. All are in the centre. */
export const OWN_POPUPS = [
  'import-file',
  'export-workspace',
  'file-viewer',
  'share-search',
  'deleted-cards',
  'recent-acts',
  'done-todos',
  'tag-relations',
  'group-relations',
  'tag-desk',
  'tag-rules',
  'page-copy',
  'home-tags',
  'search-language',
] as const

export const TOP_POPUPS = ['playground-tag', 'playground-link', 'playground-note', 'playground-todo'] as const

type CenterPopup = (typeof CENTER_POPUPS)[number]
type OwnPopup = (typeof OWN_POPUPS)[number]
type TopPopup = (typeof TOP_POPUPS)[number]
export type PopupName = CenterPopup | TopPopup | OwnPopup
type PopupSlot = 'center' | 'top'

export function slotOf(name: PopupName): PopupSlot {
  return (TOP_POPUPS as readonly string[]).includes(name) ? 'top' : 'center'
}
