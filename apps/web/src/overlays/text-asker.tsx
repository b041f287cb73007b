import { useState } from 'react'
import { Button, DialogActions, TextField } from '../ui/index.ts'
import { askedText } from './ask.ts'
import styles from './asking.module.css'
import type { PopupProps } from './registry.ts'

/** The popup of `askText`. */
export default function TextAsker({ close }: PopupProps) {
  const [pending] = useState(askedText)
  const [text, setText] = useState(pending?.asked.value ?? '')
  const [error, setError] = useState<string | null>(null)
  if (!pending) return null
  const { title, label, confirmLabel, hint, check } = pending.asked

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        const against = text.trim() === '' ? 'Write something first.' : (check?.(text) ?? null)
        setError(against)
        if (against !== null) return
        pending.answer = text
        close()
      }}
    >
      <h3 className={styles.title}>{title}</h3>
      <TextField
        label={label}
        hint={hint}
        error={error}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setError(null)
        }}
        onFocus={(event) => event.target.select()}
        autoComplete="off"
        autoFocus
      />
      <DialogActions>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" tone="primary">
          {confirmLabel}
        </Button>
      </DialogActions>
    </form>
  )
}
