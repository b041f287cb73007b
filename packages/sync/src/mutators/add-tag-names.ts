import { checkOtherName, isCalled, LIMITS, otherNamesOf, withRelations, wordsProblem } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'
import { invalid } from './_internals/cards.ts'
import { editRelations } from './_internals/relations.ts'

/** Adds other names to a tag. A name that another tag has too then means both. */
export const addTagNames: Mutator<'addTagNames'> = {
  reads: ({ tagId }) => ({ tags: [tagId] }),
  write: ({ tagId, names }, rows, context) => {
    const kept: string[] = []
    for (const text of names) {
      const name = checkOtherName(text)
      if (!name.ok) return invalid('names', name.error)
      kept.push(name.value)
    }
    return editRelations([tagId], rows, context, true, (tag) => {
      const tooMany = kept.filter((name) => !isCalled(tag, name)).map(wordsProblem)
      const problem = tooMany.find((one) => one !== null)
      if (problem != null) return invalid('names', problem)
      const otherNames = [...otherNamesOf(tag), ...kept]
      return otherNames.length > LIMITS.otherNames && context.onConflict !== 'merge'
        ? invalid('names', `A tag has at most ${LIMITS.otherNames} other names.`)
        : { ok: true, value: withRelations(tag, { otherNames }) }
    })
  },
}
