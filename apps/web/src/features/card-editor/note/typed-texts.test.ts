import { mergedText } from '@cardinal/sync/edits'
import { undo, undoDepth } from '@codemirror/commands'
import type { EditorState, TransactionSpec } from '@codemirror/state'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IDLE_TOOLS } from '../../../../test/editor-tools.ts'
import { noteState } from './editor-setup.ts'
import { changeTo, TypedTexts } from './typed-texts.ts'

/** An editor on which typed texts are set late, as a form does during fast typing. */
class LateForm {
  state: EditorState = noteState('', IDLE_TOOLS)
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
  it('a text set on the note editor never reverts letters typed meanwhile', () => {
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

  it('a text set from outside replaces the text of the note editor', () => {
    const form = new LateForm()
    for (const letter of 'milk') form.type(letter)
    form.arrive('Buy milk today')
    expect(form.state.sliceDoc()).toBe('Buy milk today')
    form.arrive('')
    expect(form.state.sliceDoc()).toBe('')
  })

  it('a text set from outside stays when the person undoes their typing', () => {
    const lines = (marks: readonly string[]) => marks.map((mark, n) => `line ${n}${mark}`).join('\n')
    const mark = fc.constantFrom('', ' more', '\nand another')
    // Each line is changed by at most one of the two people.
    const line = fc.oneof(
      mark.map((mine) => ({ mine, theirs: '' })),
      mark.map((theirs) => ({ mine: '', theirs })),
    )
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), fc.boolean(), (all, isTypedOn) => {
        const base = lines(all.map(() => ''))
        const theirs = lines(all.map((each) => each.theirs))
        let state = noteState(base, IDLE_TOOLS)
        const run = (spec: TransactionSpec) => {
          state = state.update(spec).state
        }
        for (const [n, { mine }] of [...all.entries()].reverse())
          run({ changes: { from: state.doc.line(n + 1).to, insert: mine }, userEvent: 'input.type' })
        const mine = state.sliceDoc()
        const merged = mergedText(base, mine, theirs) ?? mine
        const change = changeTo(state, merged)
        if (change !== null) run(change)
        expect(state.sliceDoc()).toBe(merged)
        if (isTypedOn) run({ changes: { from: state.doc.length, insert: '!' }, userEvent: 'input.type' })
        while (undoDepth(state) > 0) undo({ state, dispatch: run })
        expect(state.sliceDoc()).toBe(merged === mine ? base : theirs)
      }),
      { numRuns: 500 },
    )
  })
})
