import type { EditorState } from '@codemirror/state'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noteState } from './editor-setup.ts'
import { changeTo, TypedTexts } from './typed-texts.ts'

const tools = { findCards: async () => [], openCard: () => {}, onChange: () => {} }

/** An editor whose typed texts are set on it late, as a form does during fast typing. */
class LateForm {
  state: EditorState = noteState('', tools)
  readonly typed = new TypedTexts()
  readonly #onTheWay: string[] = []

  type(letter: string): void {
    this.state = this.state.update(this.state.replaceSelection(letter)).state
    this.typed.add(this.state.sliceDoc())
    this.#onTheWay.push(this.state.sliceDoc())
  }

  /** Sets the oldest typed text on the editor. */
  comeBack(): void {
    const text = this.#onTheWay.shift()
    if (text !== undefined) this.arrive(text)
  }

  arrive(text: string): void {
    if (this.typed.takes(text)) return
    const change = changeTo(this.state, text)
    if (change !== null) this.state = this.state.update(change).state
  }
}

describe('texts set on the editor of notes', () => {
  it('texts set on the note editor never revert letters typed meanwhile', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('type', 'comeBack'), { maxLength: 60 }), (acts) => {
        const form = new LateForm()
        let typed = ''
        for (const [index, act] of acts.entries()) {
          if (act === 'comeBack') form.comeBack()
          else {
            const letter = String.fromCharCode(97 + (index % 26))
            form.type(letter)
            typed += letter
          }
          expect(form.state.sliceDoc()).toBe(typed)
        }
      }),
    )
  })

  it('replace the text when they come from outside', () => {
    const form = new LateForm()
    for (const letter of 'milk') form.type(letter)
    form.arrive('Buy milk today')
    expect(form.state.sliceDoc()).toBe('Buy milk today')
    form.arrive('')
    expect(form.state.sliceDoc()).toBe('')
  })
})
