import { type Id, LIMITS } from '@cardinal/domain'
import { type FormEvent, useState } from 'react'
import { useMutate } from '../../replica/index.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useTagsById } from '../cards/tags-context.tsx'
import { newId } from '../changes/new-id.ts'
import styles from './sample.module.css'

/**
 * Adds a note to the sample, with the tags that are searched for, so that the search finds it.
 *
 * @param props.words of the search; a word that is no tag of a card in sight is left out
 */
export function AddToSample({ words, onAdded }: { words: readonly string[]; onAdded: (cardId: Id) => void }) {
  const mutate = useMutate()
  const tagsById = useTagsById()
  const [text, setText] = useState('')
  const [message, setMessage] = useState('')
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const content = text.trim()
    if (content === '') return
    const known = new Set([...tagsById.values()].map(({ name }) => name))
    const tagNames = words.filter((word) => known.has(word))
    const id = newId()
    const tags = tagNames.map((name) => ({ id: newId(), name }))
    try {
      await mutate({ name: 'createCard', args: { card: { id, type: 'note', content } } })
      if (tags.length > 0)
        await mutate({ name: 'createTags', args: { tags, attachToCardIds: [id], cardType: 'note' } })
    } catch {
      setMessage("This part of the page didn't load. Try again when you are online.")
      return
    }
    onAdded(id)
    setText('')
    setMessage(`Added to the sample${tags.length > 0 ? `, tagged ${tagNames.join(', ')}` : ''}.`)
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
          setMessage('')
        }}
        className={styles.addField}
      />
      <Button type="submit">Add</Button>
      <p className={styles.added} role="status">
        {message}
      </p>
    </form>
  )
}
