import { checkOtherName, displayNameOf, namesOfTag, otherNamesOf, tagName, unique } from '@cardinal/domain'
import type { TagInUse } from '@cardinal/engine'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useAnswer } from '../../replica/index.ts'
import { listed } from '../../shared/text/counted.ts'
import { Button, Chip, TextField } from '../../ui/index.ts'
import { Select } from '../../ui/select.tsx'
import styles from './tag-relations.module.css'
import { useRelationActs } from './use-relation-acts.ts'

/** Renders the other names of a tag, each with a button that removes it, and a field that adds some. */
export function OtherNames({ tag }: { tag: TagInUse }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const acts = useRelationActs(tag)
  const names = otherNamesOf(tag)
  const shown = displayNameOf(tag)
  const spellings = unique([...namesOfTag(tag), shown])
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const given = text.split(/[,，]/).filter((name) => name.trim() !== '')
    const wrong = given.map(checkOtherName).find((checked) => !checked.ok)
    setProblem(wrong?.ok === false ? wrong.error : null)
    if (wrong !== undefined || given.length === 0) return
    if (await acts.addNames(given)) setText('')
  }
  return (
    <section aria-labelledby="tag-names" className={styles.part}>
      <h3 id="tag-names">Other names</h3>
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
            label="Shown as"
            value={shown}
            choices={spellings.map((name) => ({ value: name, label: name }))}
            onChange={(name) => void acts.showAs(name)}
          />
        </div>
      )}
      <form className={styles.line} onSubmit={add}>
        <TextField
          label="Another name"
          isLabelHidden
          className={styles.grow}
          placeholder="Such as c++, or several with commas"
          value={text}
          error={problem}
          autoComplete="off"
          onChange={(event) => {
            setText(event.target.value)
            setProblem(null)
          }}
        />
        <Button type="submit" icon={Plus} disabled={text.trim() === ''}>
          Add name
        </Button>
      </form>
      <p className={styles.about}>Searching, typing or importing any of its names means “{tag.name}”.</p>
    </section>
  )
}

/** Says which of the names also mean other tags. Two devices may have given one name to two tags. */
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
