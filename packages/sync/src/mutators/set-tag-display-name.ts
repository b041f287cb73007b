import {
  checkOtherName,
  isCalled,
  LIMITS,
  ok,
  otherNamesOf,
  withRelations,
  wordsProblem,
} from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'
import { invalid } from './_internals/cards.ts'
import { editRelations } from './_internals/relations.ts'

/**
 * Sets the name by which a tag is shown; null: its name. A new name becomes an other name of the tag. So every shown
 * name means the tag, even if it was removed elsewhere meanwhile.
 */
export const setTagDisplayName: Mutator<'setTagDisplayName'> = {
  reads: ({ tagId }) => ({ tags: [tagId] }),
  write: ({ tagId, displayName }, rows, context) => {
    const checked = displayName === null ? null : checkOtherName(displayName)
    if (checked?.ok === false) return invalid('displayName', checked.error)
    const name = checked === null ? null : checked.value
    return editRelations([tagId], rows, context, name !== null, (tag) => {
      const isNew = name !== null && !isCalled(tag, name)
      const tooMany = isNew ? wordsProblem(name) : null
      if (tooMany !== null) return invalid('displayName', tooMany)
      const otherNames = isNew ? [...otherNamesOf(tag), name] : otherNamesOf(tag)
      return otherNames.length > LIMITS.otherNames && context.onConflict !== 'merge'
        ? invalid('displayName', `A tag has at most ${LIMITS.otherNames} other names.`)
        : ok(withRelations(tag, { otherNames, displayName: name }))
    })
  },
}
