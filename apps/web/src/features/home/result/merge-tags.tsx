import { displayNameOf } from '@cardinal/domain'
import type { TagInUse } from '@cardinal/engine'
import { Merge } from 'lucide-react'
import { useState } from 'react'
import { counted, listed } from '../../../shared/text/counted.ts'
import { useAct } from '../../../shared/undo/use-act.ts'
import { Button, Checkbox } from '../../../ui/index.ts'
import { Select } from '../../../ui/select.tsx'
import { mergeTarget } from './merge-target.ts'
import styles from './result-actions.module.css'

/** Merges several tags into one. The person chooses the name that stays; the default is the most used tag. */
export function MergeTags({ tags, onDone }: { tags: readonly TagInUse[]; onDone: () => void }) {
  const act = useAct()
  const [chosenId, setChosenId] = useState(() => mergeTarget(tags)?.id ?? '')
  const [keepsNames, setKeepsNames] = useState(true)
  const into = tags.find((tag) => tag.id === chosenId)
  const others = tags.filter((tag) => tag.id !== chosenId)
  const merge = async () => {
    if (into === undefined) return
    const isDone = await act(
      { name: 'mergeTags', args: { tagIds: others.map((tag) => tag.id), intoTagId: into.id, keepsNames } },
      { done: `Merged ${counted(others.length, 'tag')} into “${into.name}”` },
    )
    if (isDone) onDone()
  }
  return (
    <div className={styles.merge}>
      <Select
        label="The name that stays"
        value={chosenId}
        onChange={setChosenId}
        choices={tags.map((tag) => ({
          value: tag.id,
          label: `${displayNameOf(tag)} (${counted(tag.cardCount, 'card')})`,
        }))}
      />
      <Checkbox isChecked={keepsNames} onChange={setKeepsNames}>
        {`${listed(others.map((tag) => `“${tag.name}”`))} ${others.length === 1 ? 'goes' : 'go'} on meaning it`}
      </Checkbox>
      <Button icon={Merge} onClick={() => void merge()}>
        Merge {counted(others.length, 'tag')} into it
      </Button>
    </div>
  )
}
