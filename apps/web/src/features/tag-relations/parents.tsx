import { childGroupIdsOf } from '@cardinal/domain'
import type { TagInUse, TagRelationsInUse } from '@cardinal/engine'
import { useAnswer } from '../../replica/index.ts'
import { chipNames } from '../../shared/tags/chip-tag.ts'
import { listed } from '../../shared/text/counted.ts'
import { Chip } from '../../ui/index.ts'
import { FindTag } from './find-tag.tsx'
import styles from './tag-relations.module.css'
import { useRelationActs } from './use-relation-acts.ts'

export interface ParentsProps {
  readonly tag: TagInUse
  readonly relations: TagRelationsInUse
}

/** Renders the parents of a tag, each with a button that removes it, and a field that finds or creates one. */
export function Parents({ tag, relations }: ParentsProps) {
  const acts = useRelationActs(tag)
  const taken = new Set([tag.id, ...relations.parents.map(({ id }) => id)])
  return (
    <section aria-labelledby="tag-parents" className={styles.part}>
      <h3 id="tag-parents">Is part of</h3>
      {relations.parents.length > 0 && (
        <div className={styles.chips}>
          {relations.parents.map((parent) => (
            <Chip
              key={parent.id}
              {...chipNames(parent)}
              color={parent.color}
              onRemove={() => acts.removeParent(parent)}
            />
          ))}
        </div>
      )}
      <ByGroups tag={tag} relations={relations} />
      <FurtherImplied tag={tag} relations={relations} />
      <FindTag
        label="A tag that it is part of"
        button="Add parent"
        taken={taken}
        onTake={acts.addParent}
        onNew={acts.addNewParent}
      />
      <p className={styles.about}>
        Cards with “{tag.name}” are found by these tags, too. No card is changed.
      </p>
    </section>
  )
}

/** Renders the tags that it implies because of its groups, each with the group. */
function ByGroups({ tag, relations: { groupParents } }: ParentsProps) {
  const { answer: groups = [] } = useAnswer(
    'groupsOfTags',
    groupParents.length === 0 ? null : { tagIds: [tag.id] },
  )
  if (groupParents.length === 0) return null
  return (
    <div className={styles.chips}>
      {groupParents.map((parent) => {
        const ids = childGroupIdsOf(parent)
        const titles = groups.filter(({ id }) => ids.includes(id)).map(({ title }) => `group:${title}`)
        return (
          <Chip key={parent.id} {...chipNames(parent)} color={parent.color} reason={`by ${listed(titles)}`} />
        )
      })}
    </div>
  )
}

/** Renders the tags implied over several steps, and a warning if there is a circle. */
function FurtherImplied({ tag, relations }: ParentsProps) {
  const direct = new Set([...relations.parents, ...relations.groupParents].map(({ id }) => id))
  const further = relations.implied.filter(({ id }) => id !== tag.id && !direct.has(id))
  const isInCircle = relations.implied.some(({ id }) => id === tag.id)
  return (
    <>
      {further.length > 0 && (
        <p className={styles.about}>And so also of {listed(further.map(({ name }) => `“${name}”`))}.</p>
      )}
      {isInCircle && (
        <p role="status" className={styles.note}>
          “{tag.name}” is part of itself, over tags that are part of each other. They all find the same cards.
          Remove one of them to end that.
        </p>
      )}
    </>
  )
}
