import type { ReactNode } from 'react'
import type { PopupName } from './names.ts'
import type { PopupParams } from './popup-address.ts'
import type { Popups } from './use-popups.ts'

export interface Question {
  readonly title: string
  readonly text?: string | undefined
  /** What it is about, below the text. */
  readonly body?: ReactNode
  /** A verb: "Delete 3 cards". */
  readonly confirmLabel: string
  readonly cancelLabel?: string | undefined
  readonly isDanger?: boolean | undefined
  /** What has to be typed before the button works, for what can't be undone. */
  readonly typed?: string | undefined
  /** Something else that may be done first; the question stays. */
  readonly also?: { readonly label: string; readonly act: () => void } | undefined
  /** It comes by itself: keys that were meant for something else must not answer it. */
  readonly isUncalled?: boolean | undefined
}

export interface TextQuestion {
  readonly title: string
  readonly label: string
  readonly value?: string | undefined
  readonly confirmLabel: string
  readonly hint?: string | undefined
  /** The reason against a text, or null. */
  readonly check?: ((text: string) => string | null) | undefined
}

interface Pending<Asked, Answer> {
  readonly asked: Asked
  /** Given as soon as the popup has left the address, so that what follows finds the address at rest. */
  readonly resolve: (answer: Answer) => void
  answer: Answer
  wasShown: boolean
}

let pendingQuestion: Pending<Question, boolean> | null = null
let pendingText: Pending<TextQuestion, string | null> | null = null
let popups: Popups | null = null

/**
 * Asks a question in the are-you-sure popup. False when it is cancelled, closed or left. Questions are
 * kept in memory, so that a reload drops them.
 */
export function confirm(question: Question): Promise<boolean> {
  pendingQuestion?.resolve(false)
  return new Promise((resolve) => {
    pendingQuestion = { asked: question, resolve, answer: false, wasShown: false }
    popups?.open('are-you-sure')
  })
}

/** Asks for one text in the text-asker popup. Null when it is cancelled, closed or left. */
export function askText(question: TextQuestion): Promise<string | null> {
  pendingText?.resolve(null)
  return new Promise((resolve) => {
    pendingText = { asked: question, resolve, answer: null, wasShown: false }
    popups?.open('text-asker')
  })
}

/** Opens a popup from outside of a component, such as a menu that is made when it opens. */
export function openPopup(name: PopupName, params: PopupParams): void {
  popups?.open(name, params)
}

/** What the two popups show; null after a reload. */
export const askedQuestion = () => pendingQuestion
export const askedText = () => pendingText

/** The host lends its popups to the questions while it stands; one asked before it stood is shown now. */
export function bindAsking(host: Popups): () => void {
  popups = host
  if (pendingQuestion?.wasShown === false) host.open('are-you-sure')
  if (pendingText?.wasShown === false) host.open('text-asker')
  return () => {
    if (popups === host) popups = null
  }
}

/** Called with the names that are open: a question that was shown and is gone is answered. */
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

/** Whether it was shown and is gone. A popup that is open for no question (a reload) is taken away. */
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
