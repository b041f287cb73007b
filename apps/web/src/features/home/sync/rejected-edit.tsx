import type { AccountMutation, Mutation } from '@cardinal/sync'
import { type Ref, useImperativeHandle, useRef } from 'react'
import { useReplica } from '../../../replica/index.ts'
import { type NewTag, TagsField, type TagsFieldHandle } from '../../../shared/card-form/tags-field.tsx'
import { DraftNotice, useDraft } from '../../../shared/card-form/use-draft.tsx'
import { useAct } from '../../../shared/changes/use-act.ts'
import { ColorPicker } from '../../../ui/color-picker.tsx'
import { TextArea } from '../../../ui/index.ts'
import type { CardMarks, EditableChange } from './edit-change.ts'
import styles from './sync-badge.module.css'

interface Fields {
  readonly text: string
  readonly marks: CardMarks | null
  /** Text in the field for tags that is not a chosen tag yet. */
  readonly tag: string
  /** Tags that the retry creates. */
  readonly newTags?: readonly NewTag[]
}

export interface RejectedEditHandle {
  /** The edited change. Null: it can't be sent yet, and the fields say why. */
  edited(): Promise<Mutation | AccountMutation | null>
  /** Deletes the draft, after a retry or when it is discarded. */
  drop(): void
}

/** The fields of a rejected change: its text, and the tags and colour of a card. */
export default function RejectedEdit(props: {
  label: string
  /** Key of the draft. */
  draftKey: string
  change: EditableChange
  ref: Ref<RejectedEditHandle>
}) {
  const { label, draftKey, change, ref } = props
  const replica = useReplica()
  const act = useAct()
  const tagsField = useRef<TagsFieldHandle>(null)
  const saved = { text: change.text, marks: change.marks, tag: '' }
  const draft = useDraft<Fields>({
    key: draftKey,
    isData: isFields,
    fresh: () => saved,
    reopened: (fields) => fields,
    isChanged: (fields) => JSON.stringify(fields) !== JSON.stringify(saved),
    labelOf: (fields) => fields.text.slice(0, 200),
  })
  const { drop } = draft
  const { text, marks, tag, newTags = [] } = draft.data
  const set = (part: Partial<Fields>) => draft.set((before) => ({ ...before, ...part }))
  const edited = async () => {
    if (text.trim() === '') return null
    if (marks === null) return change.withText(text)
    const chosen = await tagsField.current?.settle()
    if (!chosen) return null
    const { tagIds, newTags: tags } = chosen
    if (tags.length > 0 && !(await act({ name: 'createTags', args: { tags, attachToCardIds: [] } })))
      return null
    if (String(tagIds) === String(change.marks?.tagIds))
      return change.withText(text, { tagIds, color: marks.color })
    // The person changed the tags: remove deleted ones, which the server would refuse.
    const present = await replica.ask('tagsById', { ids: tagIds })
    return change.withText(text, {
      tagIds: tagIds.filter((_, index) => present[index] !== undefined),
      color: marks.color,
    })
  }
  useImperativeHandle(ref, () => ({ edited, drop }))
  return (
    <div className={styles.edit}>
      <DraftNotice draft={draft} />
      <TextArea
        label={label}
        isLabelHidden
        value={text}
        error={text.trim() === '' ? 'Write something first.' : null}
        onChange={({ target }) => set({ text: target.value })}
        autoFocus
      />
      {marks !== null && (
        <>
          <TagsField
            ref={tagsField}
            text={text}
            type={marks.type}
            cardId={marks.cardId}
            typed={tag}
            onType={(typed) => set({ tag: typed })}
            tagIds={marks.tagIds}
            newTags={newTags}
            onChange={({ tagIds, newTags }) => set({ marks: { ...marks, tagIds }, newTags })}
          />
          <ColorPicker
            label="Colour of the card"
            value={marks.color}
            onChange={(color) => set({ marks: { ...marks, color } })}
          />
        </>
      )}
    </div>
  )
}

function isFields(value: unknown): value is Fields {
  if (typeof value !== 'object' || value === null) return false
  const { text, marks, tag } = value as Partial<Fields>
  return typeof text === 'string' && typeof tag === 'string' && marks !== undefined
}
