import type { TagInUse, TagRelationsInUse } from '@cardinal/engine'
import { Tags } from 'lucide-react'
import type { PopupProps } from '../../overlays/index.ts'
import { useAnswer } from '../../replica/index.ts'
import { chipNames } from '../../shared/tags/chip-tag.ts'
import { counted } from '../../shared/text/counted.ts'
import { Chip, EmptyState, Skeleton } from '../../ui/index.ts'
import { Contents } from './contents.tsx'
import { OtherNames } from './other-names.tsx'
import { Parents } from './parents.tsx'
import styles from './tag-relations.module.css'

/** Renders the other names, parents and children of a tag. */
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
  return `${found}: it is on ${counted(cardCount, 'card')}, and the others have a tag that is part of it.`
}
