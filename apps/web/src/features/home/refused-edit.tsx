import type { AccountMutation, Mutation } from '@cardinal/sync'
import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { TagsField, type TagsFieldHandle } from '../../parts/card-form/tags-field.tsx'
import { useReplica } from '../../replica/index.ts'
import { ColorPicker, TextArea } from '../../ui/index.ts'
import type { EditableChange } from './edit-change.ts'
import styles from './sync-badge.module.css'

export interface RefusedEditHandle {
  /** The change as it is written now; null where that can't be sent yet, which the fields say. */
  edited(): Promise<Mutation | AccountMutation | null>
}

/** The fields of a refused change: its text, and the tags and the colour of a card. */
export default function RefusedEdit(props: {
  label: string
  change: EditableChange
  ref: Ref<RefusedEditHandle>
}) {
  const { label, change, ref } = props
  const replica = useReplica()
  const tagsField = useRef<TagsFieldHandle>(null)
  const [text, setText] = useState(change.text)
  const [marks, setMarks] = useState(change.marks)
  const edited = async () => {
    if (text.trim() === '') return null
    if (marks === null) return change.withText(text)
    const tagIds = await tagsField.current?.settle()
    if (!tagIds) return null
    if (tagIds === change.marks?.tagIds) return change.withText(text, { tagIds, color: marks.color })
    // Who changes the tags sees which there are: one that is gone can't be put on a card.
    const tags = await replica.ask('tagsById', { ids: tagIds })
    return change.withText(text, {
      tagIds: tagIds.filter((_, index) => tags[index] !== undefined),
      color: marks.color,
    })
  }
  useImperativeHandle(ref, () => ({ edited }))
  return (
    <div className={styles.edit}>
      <TextArea
        label={label}
        isLabelHidden
        value={text}
        error={text.trim() === '' ? 'Write something first.' : null}
        onChange={({ target }) => setText(target.value)}
        autoFocus
      />
      {marks !== null && (
        <>
          <TagsField
            ref={tagsField}
            text={text}
            type={marks.type}
            cardId={marks.cardId}
            draftKey={`refused:${marks.cardId}:tag`}
            tagIds={marks.tagIds}
            onChange={(tagIds) => setMarks({ ...marks, tagIds })}
          />
          <ColorPicker
            label="Colour of the card"
            value={marks.color}
            onChange={(color) => setMarks({ ...marks, color })}
          />
        </>
      )}
    </div>
  )
}
