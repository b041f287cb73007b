import { isId } from '@cardinal/domain'
import { oneOf, plainText, type ReadBy, type Readers, readBy, toList } from './base-search.ts'
import type { PopupName } from './names.ts'

const card = {
  entityId: (value: unknown) => (typeof value === 'string' && isId(value) ? value : undefined),
}
const newCard = {
  type: oneOf(['todo', 'note', 'link']),
  /** The initial text, from another app or from the searchbar. */
  text: plainText,
  /** The address of a link, if the other app passed one. */
  address: plainText,
  /** Names of the initial tags, separated by commas. */
  tags: plainText,
  /** `shared`: take the files that another app shared. */
  files: oneOf(['shared']),
}

/** Readers of parameters by popup. Popups that are missing here have none. */
const READERS = {
  'home-addEntity': newCard,
  'quick-add': newCard,
  'home-editEntity': card,
  'entity-edit-text': card,
  'entity-edit-tags': card,
  'master-editor': card,
  'page-copy': card,
  /** `file`: hash of the file that is shown first. */
  'file-viewer': { ...card, file: plainText },
  grouper: {
    /** Tags that are selected at first. */
    tagIds: toList,
    /** Group that is open at first. */
    groupId: plainText,
  },
  /** Cards to tag. Absent: the selected cards of home. */
  tagger: { entityIds: toList },
  /** Tags to act on. Absent: the ticked tags of home, else all shown ones. */
  'above-tag-results': { tagIds: toList },
  /** Cards to act on. Absent: the ticked cards of home, else all results. */
  'above-link-results': { entityIds: toList },
  /** The search of a new rule. */
  'tag-rules': { search: plainText },
  'tag-relations': { tagId: plainText },
  'group-relations': { groupId: plainText },
  'next-to--unmatched-tagging-experience': {
    /** Words that match no tag, separated by commas. Absent: those of the searchbar. */
    words: (value: unknown) => (typeof value === 'string' && value.length <= 10_000 ? value : undefined),
  },
} satisfies Partial<Record<PopupName, Readers>>

type AllReaders = typeof READERS
export type ParamsOf<Name extends PopupName> = Name extends keyof AllReaders
  ? ReadBy<AllReaders[Name]>
  : object

/** Reads a popup's parameters, and drops malformed ones. */
export function checkedParams<Name extends PopupName>(name: Name, params: unknown): ParamsOf<Name> {
  const readers: Readers = name in READERS ? READERS[name as keyof AllReaders] : {}
  const given = typeof params === 'object' && params !== null ? params : {}
  return readBy(readers, given) as ParamsOf<Name>
}
