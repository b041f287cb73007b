import type { ReactNode } from 'react'
import type { PopupName } from './names.ts'
import type { PopupParams } from './popup-address.ts'
import type { Popups } from './use-popups.ts'

export interface Question {
  readonly title: string
  readonly text?: string | undefined
  /** Shown below the question. */
  readonly body?: ReactNode
  /** Starts with a verb: "Delete 3 cards". */
  readonly confirmLabel: string
  readonly cancelLabel?: string | undefined
  /** The focus starts on Cancel, so that an accidental Enter does nothing. */
  readonly isDanger?: boolean | undefined
  /** The act can be undone or restored, so the focus starts on its button even if `isDanger`. */
  readonly isUndoable?: boolean | undefined
  /** Text that must be typed before the button works, for acts that can't be undone. */
  readonly typed?: string | undefined
  /** Another act that may be done first. The question stays open. */
  readonly also?: { readonly label: string; readonly act: () => void } | undefined
  /** The question was not opened by the person, so keys meant for something else must not answer it. */
  readonly isUncalled?: boolean | undefined
}

export interface TextQuestion {
  readonly title: string
  readonly label: string
  readonly value?: string | undefined
  readonly confirmLabel: string
  readonly hint?: string | undefined
  /** What is wrong with a text; null: nothing. */
  readonly check?: ((text: string) => string | null) | undefined
}

interface Pending<Asked, Answer> {
  readonly asked: Asked
  /** Called after the popup has left the address, so that the caller may navigate. */
  readonly resolve: (answer: Answer) => void
  answer: Answer
  wasShown: boolean
}

let pendingQuestion: Pending<Question, boolean> | null = null
let pendingText: Pending<TextQuestion, string | null> | null = null
let popups: Popups | null = null

/**
 * Resolves with false when the question is cancelled, closed or left. Questions are in memory, so a reload drops
 * them.
 */
export function confirm(question: Question): Promise<boolean> {
  pendingQuestion?.resolve(false)
  return new Promise((resolve) => {
    pendingQuestion = { asked: question, resolve, answer: false, wasShown: false }
    popups?.open('are-you-sure')
  })
}

/** Resolves with null when the question is cancelled, closed or left. */
export function askText(question: TextQuestion): Promise<string | null> {
  pendingText?.resolve(null)
  return new Promise((resolve) => {
    pendingText = { asked: question, resolve, answer: null, wasShown: false }
    popups?.open('text-asker')
  })
}

/** Opens a popup from code outside of components. */
export function openPopup(name: PopupName, params: PopupParams): void {
  popups?.open(name, params)
}

/** Shown by the two popups. Null after a reload. */
export const askedQuestion = () => pendingQuestion
export const askedText = () => pendingText

/** Connects questions to the mounted popup host, and shows a question that was asked before. */
export function bindAsking(host: Popups): () => void {
  popups = host
  if (pendingQuestion?.wasShown === false) host.open('are-you-sure')
  if (pendingText?.wasShown === false) host.open('text-asker')
  return () => {
    if (popups === host) popups = null
  }
}

/**
 * Answers questions whose popup was closed.
 *
 * @param open names of the open popups
 */
export function settleQuestions(open: readonly string[]): void {
  if (isSettled(pendingQuestion, 'are-you-sure', open)) {
    const { resolve, answer } = pendingQuestion
    pendingQuestion = null
    resolve(answer)
  }
  if (isSettled(pendingText, 'text-asker', open)) {
    const { resolve, answer } = pendingText
    pendingText = null
    resolve(answer)
  }
}

/** Whether the popup was shown and is now closed. Closes a popup without a question, as after a reload. */
function isSettled<P extends { wasShown: boolean }>(
  pending: P | null,
  name: PopupName,
  open: readonly string[],
): pending is P {
  if (!open.includes(name)) return pending?.wasShown === true
  if (pending) pending.wasShown = true
  else popups?.close(name)
  return false
}
