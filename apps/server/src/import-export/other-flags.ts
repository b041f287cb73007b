import { type Fields, textOf } from './ledger.ts'

/** Field names by which programs mark a bookmark or note. */
const NAMES = {
  archived: 'archived,is_archived,isarchived,archive',
  favourite:
    'starred,is_starred,isstarred,favorite,favourite,favorited,favourited,is_favorite,isfavorite,is_favourite,flagged,pinned,is_pinned,ispinned',
  private: 'private,is_private,isprivate',
  unread: 'unread,is_unread,isunread,toread,to_read,read_later,readlater',
} as const
const TRASH = 'trashed,is_trashed,istrashed,deleted,is_deleted,isdeleted'.split(',')
const DELETED_AT = 'deleted_at,deletedat,trashed_at,trashedat'.split(',')
const ALL = [...Object.values(NAMES).join().split(','), ...TRASH, ...DELETED_AT]

/** Marks of records that no other service's reader knows. */
export const OTHER_FLAGS = {
  name: 'marks of other programs',
  signs: [],
  fits: (fields: Fields) => ALL.some((name) => fields.isSet(name)),
  translate: (fields: Fields): Readonly<Record<string, unknown>> => ({
    // `IN_TRASH` of `services.ts`, which imports this module.
    'in the trash':
      TRASH.some((name) => fields.isOn(name)) || DELETED_AT.some((name) => fields.moment(name) !== null),
    marks: [
      ...(fields.take('marks', (value) => (Array.isArray(value) ? value : [textOf(value)])) ?? []),
      ...Object.entries(NAMES).flatMap(([mark, names]) =>
        names.split(',').some((name) => fields.isOn(name)) ? [mark] : [],
      ),
    ],
  }),
}
