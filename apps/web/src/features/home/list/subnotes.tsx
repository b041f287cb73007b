import { type Card, type Id, LIMITS } from '@cardinal/domain'
import { type FormEvent, useState } from 'react'
import { newLineProblem, withSubnote } from '../../../shared/cards/card-draft.ts'
import { Marked } from '../../../shared/cards/card-text.tsx'
import { newId } from '../../../shared/changes/new-id.ts'
import { useAct } from '../../../shared/changes/use-act.ts'
import { counted } from '../../../shared/text/counted.ts'
import { cutText } from '../../../shared/text/cut-text.ts'
import { fromMatch, hasMatch } from '../../../shared/text/mark-matches.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { cx } from '../../../ui/cx.ts'
import { FieldProblem, useFieldProblem } from '../../../ui/field-problem.tsx'
import styles from './subnotes.module.css'

/** The number of subnotes shown on a card that is not open. */
const FIRST_SHOWN = 3

interface SubnotesProps {
  readonly card: Card
  readonly words: readonly string[]
  readonly isOpen: boolean
  readonly hasInput: boolean
  readonly onToggle: () => void
}

/** The first subnotes of a card, or all of them with a field that adds one. */
export function Subnotes(props: SubnotesProps) {
  const isEmpty = props.card.subnotes.length === 0 && !(props.isOpen && props.hasInput)
  return isEmpty ? null : <Lines {...props} />
}

function Lines({ card, words, isOpen, hasInput, onToggle }: SubnotesProps) {
  const act = useAct()
  const shown = isOpen ? card.subnotes : firstOf(card.subnotes, words)
  const hidden = card.subnotes.length - shown.length
  const tick = (subnoteId: Id, isTicked: boolean) =>
    void act({ name: 'tickSubnote', args: { cardId: card.id, subnoteId, isTicked } })
  return (
    <div className={styles.subnotes}>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without bullets */}
      <ul role="list" className={styles.list}>
        {shown.map((subnote) => (
          <li key={subnote.id}>
            <Checkbox
              isChecked={subnote.isTicked}
              tabIndex={-1}
              className={cx(styles.line, subnote.isTicked && styles.ticked)}
              onChange={(isTicked) => tick(subnote.id, isTicked)}
            >
              <Marked
                text={isOpen ? subnote.text : cutText(fromMatch(subnote.text, words, LIMITS.textCut)).shown}
                words={words}
              />
            </Checkbox>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <button type="button" className={styles.more} tabIndex={-1} onClick={onToggle}>
          {counted(hidden, 'more subtask')}
        </button>
      )}
      {isOpen && hasInput && <AddSubnote card={card} />}
    </div>
  )
}

/** The first few subnotes. If only later ones match, the first match replaces the last of these. */
function firstOf(subnotes: Card['subnotes'], words: readonly string[]): Card['subnotes'] {
  const first = subnotes.slice(0, FIRST_SHOWN)
  if (subnotes.length <= FIRST_SHOWN || first.some(({ text }) => hasMatch(text, words))) return first
  const found = subnotes.slice(FIRST_SHOWN).find(({ text }) => hasMatch(text, words))
  return found === undefined ? first : [...first.slice(0, FIRST_SHOWN - 1), found]
}

function AddSubnote({ card }: { card: Card }) {
  const act = useAct()
  const [text, setText] = useState('')
  const wrong = useFieldProblem(newLineProblem(card.subnotes, text))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const subnote = withSubnote(card.subnotes, text, newId())?.at(-1)
    if (subnote === undefined) return
    void act({ name: 'addSubnote', args: { cardId: card.id, subnote, index: null } })
    setText('')
  }
  return (
    <form onSubmit={submit} className={styles.add}>
      <input
        className={styles.input}
        value={text}
        placeholder="Add a subtask"
        aria-label="Add a subtask to this card"
        {...wrong.field}
        onChange={(event) => setText(event.target.value)}
      />
      <FieldProblem {...wrong.sentence} className={styles.problem} />
    </form>
  )
}
