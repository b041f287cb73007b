import { useState } from 'react'
import { Button, DialogActions, TextField } from '../ui/index.ts'
import { askedQuestion } from './ask.ts'
import styles from './asking.module.css'
import type { PopupProps } from './registry.ts'

/** The popup of `confirm`. */
export default function AreYouSure({ close }: PopupProps) {
  const [pending] = useState(askedQuestion)
  const [typed, setTyped] = useState('')
  if (!pending) return null
  const {
    title,
    text,
    body,
    confirmLabel,
    cancelLabel,
    isDanger,
    isUndoable,
    typed: wanted,
    also,
    isUncalled,
  } = pending.asked
  const isFinal = isDanger && !isUndoable
  const first = wanted !== undefined || isUncalled ? null : isFinal ? 'cancel' : 'confirm'
  const isReady = wanted === undefined || typed.trim() === wanted

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isReady) return
        pending.answer = true
        close()
      }}
    >
      <h3 className={styles.title}>{title}</h3>
      {text && <p className={styles.text}>{text}</p>}
      {body}
      {wanted !== undefined && (
        <TextField
          label={`Type ${wanted} to go on`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          autoFocus
        />
      )}
      <DialogActions>
        {also && (
          <Button tone="quiet" onClick={also.act}>
            {also.label}
          </Button>
        )}
        <Button onClick={close} autoFocus={first === 'cancel'}>
          {cancelLabel ?? 'Cancel'}
        </Button>
        <Button
          type="submit"
          tone={isDanger ? 'danger' : 'primary'}
          disabled={!isReady}
          autoFocus={first === 'confirm'}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </form>
  )
}
