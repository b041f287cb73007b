import type { RelationSuggestion } from '@cardinal/engine'
import { Merge, Network } from 'lucide-react'
import { useAnswer } from '../../replica/index.ts'
import { counted } from '../../shared/text/counted.ts'
import { useAct } from '../../shared/undo/use-act.ts'
import { Button } from '../../ui/index.ts'
import styles from './tag-desk.module.css'

const SHOWN = 20
const LIKENESS = { signs: 'the same but for signs', plural: 'one and many', letter: 'one letter apart' }

/** Renders tags that may mean the same or be part of others, each with the reason and a button. */
export function LikelyRelations() {
  const { answer = [] } = useAnswer('suggestRelations', { limit: SHOWN })
  const same = answer.filter(({ kind }) => kind === 'same')
  const parts = answer.filter(({ kind }) => kind === 'part')
  return [
    { title: 'likely synonym', of: same },
    { title: 'likely parent', of: parts },
  ].map(({ title, of }) => (
    <section key={title} className={styles.line} aria-label={`${title}s`}>
      <h3>{`${answer.length === SHOWN ? 'At least ' : ''}${counted(of.length, title)}`}</h3>
      {of.length > 0 && (
        <ul className={styles.list}>
          {of.map((each) => (
            <Suggested key={`${each.tag.id} ${each.other.id}`} suggestion={each} />
          ))}
        </ul>
      )}
    </section>
  ))
}

function Suggested({ suggestion }: { suggestion: RelationSuggestion }) {
  const act = useAct()
  const { tag, other } = suggestion
  if (suggestion.kind === 'same')
    return (
      <li className={styles.row}>
        <span>
          {`“${tag.name}” and “${other.name}”: `}
          <span className={styles.about}>{LIKENESS[suggestion.likeness]}</span>
        </span>
        <Button
          size="sm"
          icon={Merge}
          onClick={() =>
            void act(
              { name: 'mergeTags', args: { tagIds: [tag.id], intoTagId: other.id, keepsNames: true } },
              { done: `${tag.name} → ${other.name}` },
            )
          }
        >
          {`Merge into “${other.name}”: ${counted(tag.cardCount, 'card')}`}
        </Button>
      </li>
    )
  const { count, of } = suggestion
  return (
    <li className={styles.row}>
      <span>
        {`“${tag.name}”: `}
        <span className={styles.about}>{`${count} of its ${counted(of, 'card')} have “${other.name}”`}</span>
      </span>
      <Button
        size="sm"
        icon={Network}
        onClick={() =>
          void act(
            { name: 'addTagParents', args: { tagIds: [tag.id], parentIds: [other.id] } },
            { done: `“${tag.name}” is part of “${other.name}”` },
          )
        }
      >
        {`Make it part of “${other.name}”`}
      </Button>
    </li>
  )
}
