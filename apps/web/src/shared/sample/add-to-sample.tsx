import { LIMITS } from '@cardinal/domain'
import { type FormEvent, useState } from 'react'
import { useMutate } from '../../replica/index.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useTagsById } from '../cards/tags-context.tsx'
import { newId } from '../new-id.ts'
import styles from './sample.module.css'

/**
 * Adds a note to the sample, with the tags that are searched for, so that the search finds it.
 *
 * @param words of the search; those that are no tag of a card in sight are left out
 */
export function AddToSample({ words }: { words: readonly string[] }) {
  const mutate = useMutate()
  const tagsById = useTagsById()
  const [text, setText] = useState('')
  const [added, setAdded] = useState('')
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const content = text.trim()
    if (content === '') return
    const known = new Set([...tagsById.values()].map(({ name }) => name))
    const tagNames = words.filter((word) => known.has(word))
    const id = newId()
    await mutate({ name: 'createCard', args: { card: { id, type: 'note', content } } })
    const tags = tagNames.map((name) => ({ id: newId(), name }))
    if (tags.length > 0)
      await mutate({ name: 'createTags', args: { tags, attachToCardIds: [id], cardType: 'note' } })
    setText('')
    setAdded(`Added to the sample${tags.length > 0 ? `, tagged ${tagNames.join(', ')}` : ''}.`)
  }
  return (
    <form className={styles.add} onSubmit={(event) => void add(event)}>
      <TextField
        label="A card of your own"
        isLabelHidden
        placeholder="Add a card of your own"
        value={text}
        maxLength={LIMITS.contentLength}
        onChange={(event) => {
          setText(event.target.value)
          setAdded('')
        }}
        className={styles.addField}
      />
      <Button type="submit">Add</Button>
      <p className={styles.added} role="status">
        {added}
      </p>
    </form>
  )
}
