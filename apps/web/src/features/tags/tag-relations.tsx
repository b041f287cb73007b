import {
  checkOtherName,
  childGroupIdsOf,
  displayNameOf,
  fold,
  namesOfTag,
  otherNamesOf,
  tagName,
  unique,
} from '@cardinal/domain'
import type { TagInUse, TagRelationsInUse } from '@cardinal/engine'
import { Tags } from 'lucide-react'
import { useState } from 'react'
import type { PopupProps } from '../../overlays/index.ts'
import { useAnswer } from '../../replica/index.ts'
import { FindTag, NamesForm, OFFERED } from '../../shared/tags/find-tag.tsx'
import { chipNames } from '../../shared/tags/tag-names.ts'
import { counted, listed } from '../../shared/text/counted.ts'
import { Chip, EmptyState, Skeleton } from '../../ui/index.ts'
import { Select } from '../../ui/select.tsx'
import styles from './tag-relations.module.css'
import { useChildGroupActs, useRelationActs } from './use-relation-acts.ts'

/** The other names, parents and children of a tag. */
export default function TagRelations({ params }: PopupProps<'tag-relations'>) {
  const tagId = params.tagId ?? ''
  const { answer: tags } = useAnswer('tagsById', { ids: [tagId] })
  const { answer: relations } = useAnswer('tagRelations', { tagId })
  const tag = tags?.[0]
  if (tags === undefined) return <Skeleton lines={6} />
  if (tag === undefined)
    return (
      <EmptyState icon={Tags} title="This tag was deleted">
        Undo the deletion, or close this.
      </EmptyState>
    )
  if (relations === undefined) return <Skeleton lines={6} />
  return (
    <div className={styles.relations}>
      <div className={styles.head}>
        <Chip {...chipNames(tag)} color={tag.color} />
        <p className={styles.about}>{foundText(tag, relations)}</p>
      </div>
      <OtherNames tag={tag} />
      <Parents tag={tag} relations={relations} />
      <Contents tag={tag} relations={relations} />
    </div>
  )
}

function foundText(
  { cardCount }: TagInUse,
  { foundCards, children, childGroups }: TagRelationsInUse,
): string {
  const found = `A search for it finds ${counted(foundCards, 'card')}`
  if (children.length + childGroups.length === 0) return `${found}.`
  return `${found}: it is on ${counted(cardCount, 'card')}, and the others have a child of it.`
}

interface ParentsProps {
  readonly tag: TagInUse
  readonly relations: TagRelationsInUse
}

/** The parents of a tag, each with a button that removes it, and a field that finds or creates one. */
export function Parents({ tag, relations }: ParentsProps) {
  const acts = useRelationActs(tag)
  const taken = new Set([tag.id, ...relations.parents.map(({ id }) => id)])
  return (
    <section aria-labelledby="tag-parents" className={styles.part}>
      <h3 id="tag-parents">Parents</h3>
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
        label="Another parent"
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

/** Tags implied by the groups of a tag, each with the group. */
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

/** Tags implied over several steps, and a warning about a circle. */
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

/** The children of a tag: tags, groups with all their tags, and a field that adds a group. */
export function Contents({ tag, relations }: ParentsProps) {
  const acts = useRelationActs(tag)
  const groupActs = useChildGroupActs()
  const { answer: groups = [] } = useAnswer('allGroups', {})
  const { children, childGroups } = relations
  if (children.length + childGroups.length + groups.length === 0) return null
  return (
    <section aria-labelledby="tag-children" className={styles.part}>
      <h3 id="tag-children">Children</h3>
      {children.length + childGroups.length > 0 && (
        <div className={styles.chips}>
          {children.map((child) => (
            <Chip
              key={child.id}
              {...chipNames(child)}
              color={child.color}
              count={child.cardCount}
              onRemove={() => acts.removeChild(child)}
            />
          ))}
          {childGroups.map((group) => (
            <Chip
              key={group.id}
              label={`group:${group.title}`}
              color={group.color}
              onRemove={() => groupActs.remove(group, tag)}
            />
          ))}
        </div>
      )}
      <FindGroup tag={tag} relations={relations} />
    </section>
  )
}

function FindGroup({ tag, relations }: ParentsProps) {
  const [text, setText] = useState('')
  const acts = useChildGroupActs()
  const { answer: groups = [] } = useAnswer('allGroups', {})
  const taken = new Set(relations.childGroups.map(({ id }) => id))
  const typed = fold(text)
  const free = groups.filter(({ id, title }) => !taken.has(id) && fold(title).includes(typed))
  const take = async (group: (typeof groups)[number]) => {
    if (await acts.add(group, tag)) setText('')
  }
  const add = async () => {
    const named = free.find(({ title }) => fold(title) === typed) ?? (free.length === 1 ? free[0] : undefined)
    if (named === undefined)
      return free.length === 0 ? 'There is no such group.' : 'Choose one of these groups.'
    await take(named)
    return null
  }
  if (groups.length === taken.size) return null
  return (
    <>
      <NamesForm
        label="A group whose tags are part of it"
        placeholder="Find a group"
        button="Add group"
        text={text}
        onType={setText}
        onAdd={add}
      />
      <fieldset className={styles.chips} aria-label="Groups to choose">
        {free.slice(0, OFFERED).map((group) => (
          <Chip
            key={group.id}
            label={`group:${group.title}`}
            color={group.color}
            onInclude={() => void take(group)}
          />
        ))}
      </fieldset>
      <p className={styles.about}>
        Cards with any tag of these groups are found by “{tag.name}” too. That includes tags that are added to
        a group later.
      </p>
    </>
  )
}

/** The other names of a tag, each with a button that removes it, and a field to add more. */
function OtherNames({ tag }: { tag: TagInUse }) {
  const [text, setText] = useState('')
  const acts = useRelationActs(tag)
  const names = otherNamesOf(tag)
  const shown = displayNameOf(tag)
  const spellings = unique([...namesOfTag(tag), shown])
  const add = async () => {
    const given = text.split(/[,，]/).filter((name) => name.trim() !== '')
    const wrong = given.map(checkOtherName).find((checked) => !checked.ok)
    if (wrong?.ok === false) return wrong.error
    if (given.length > 0 && (await acts.addNames(given))) setText('')
    return null
  }
  return (
    <section aria-labelledby="tag-names" className={styles.part}>
      <h3 id="tag-names">Synonyms</h3>
      {names.length > 0 && (
        <div className={styles.chips}>
          {names.map((name) => (
            <Chip key={name} label={name} onRemove={() => acts.removeName(name)} />
          ))}
        </div>
      )}
      <SharedNames tag={tag} names={names} />
      {spellings.length > 1 && (
        <div className={styles.line}>
          <Select
            label="Display name"
            value={shown}
            choices={spellings.map((name) => ({ value: name, label: name }))}
            onChange={(name) => void acts.showAs(name)}
          />
        </div>
      )}
      <NamesForm
        label="Another synonym"
        placeholder="Such as c++, or several with commas"
        button="Add synonym"
        text={text}
        onType={setText}
        onAdd={add}
      />
      <p className={styles.about}>Searching, typing or importing any of its names means “{tag.name}”.</p>
    </section>
  )
}

/** Which of the names also mean other tags. Two devices may have given one name to two tags. */
function SharedNames({ tag, names }: { tag: TagInUse; names: readonly string[] }) {
  const keywords = [tag.name, ...names].slice(0, 100)
  const { answer: found = [] } = useAnswer('tagsBySearchword', { keywords })
  const keys = new Set(keywords.map(tagName))
  const shared = found.filter(
    (other) =>
      other.id !== tag.id && [other.name, ...otherNamesOf(other)].some((name) => keys.has(tagName(name))),
  )
  if (shared.length === 0) return null
  return (
    <p role="status" className={styles.note}>
      One of its names also means {listed(shared.map(({ name }) => `“${name}”`))}. A search for that name
      finds the cards of both.
    </p>
  )
}
