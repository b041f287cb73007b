import { isId } from '@cardinal/domain'
import { oneOf, plainText, type ReadBy, type Readers, readBy, toList } from './base-search.ts'
import type { PopupName } from './names.ts'

const card = {
  entityId: (value: unknown) => (typeof value === 'string' && isId(value) ? value : undefined),
}
const newCard = {
  type: oneOf(['todo', 'note', 'link']),
  /** The initial text: shared by another app, or from the searchbar. */
  text: plainText,
  /** The address of a link, where the sharing app said it. */
  address: plainText,
  /** Names of the initial tags, separated by commas. */
  tags: plainText,
  /** Takes the files that another app shared. */
  files: oneOf(['shared']),
}

/** By popup. Others take no params. */
const READERS = {
  'home-addEntity': newCard,
  'quick-add': newCard,
  'home-editEntity': card,
  'entity-edit-text': card,
  'entity-edit-tags': card,
  'master-editor': card,
  'page-copy': card,
  /** `file`: the hash of the one that shows first. */
  'file-viewer': { ...card, file: plainText },
  grouper: {
    /** Tags that are chosen at the start. */
    tagIds: toList,
    /** The group that is open at the start. */
    groupId: plainText,
  },
  /** The cards to tag. Omitted: the selected cards of the home page. */
  tagger: { entityIds: toList },
  /** The tags to act on. Omitted: the ticked tags of the home page, or else all shown ones. */
  'above-tag-results': { tagIds: toList },
  /** The cards to act on. Omitted: the ticked cards of the home page, or else all results. */
  'above-link-results': { entityIds: toList },
  /** The search of a new rule. */
  'tag-rules': { search: plainText },
  'tag-relations': { tagId: plainText },
  'group-relations': { groupId: plainText },
  'next-to--unmatched-tagging-experience': {
    /** Words that match no tag, separated by commas. Omitted: the words of the searchbar. */
    words: (value: unknown) => (typeof value === 'string' && value.length <= 10_000 ? value : undefined),
  },
} satisfies Partial<Record<PopupName, Readers>>

type AllReaders = typeof READERS
export type ParamsOf<Name extends PopupName> = Name extends keyof AllReaders
  ? ReadBy<AllReaders[Name]>
  : object

/** Malformed params are left out. */
export function checkedParams<Name extends PopupName>(name: Name, params: unknown): ParamsOf<Name> {
  const readers: Readers = name in READERS ? READERS[name as keyof AllReaders] : {}
  const given = typeof params === 'object' && params !== null ? params : {}
  return readBy(readers, given) as ParamsOf<Name>
}
