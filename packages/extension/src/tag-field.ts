import { fold } from '@cardinal/domain'
import { button, input, part, show } from './dom.ts'
import { tagsIn } from './saving.ts'

const MOST_CHIPS = 8

/** Input for tags. Offers tags that begin with the typed word; without a word, suggested tags. */
export class TagField {
  #suggested: readonly string[] = []
  #known: readonly string[] = []
  /** Tags that the card already has. */
  #taken: readonly string[] = []

  constructor() {
    input('tags').addEventListener('input', () => this.#draw())
  }

  /** Null: the names are invalid, and the field shows why. */
  names(): readonly string[] | null {
    const { names, problem } = tagsIn(input('tags').value)
    show('tags-problem', problem)
    input('tags').setAttribute('aria-invalid', String(problem !== null))
    return problem === null ? names : null
  }

  offer(offered: {
    suggested?: readonly string[]
    known?: readonly string[]
    taken?: readonly string[]
  }): void {
    this.#suggested = offered.suggested ?? this.#suggested
    this.#known = offered.known ?? this.#known
    this.#taken = offered.taken ?? this.#taken
    this.#draw()
  }

  #draw(): void {
    if (tagsIn(input('tags').value).problem === null) show('tags-problem', null)
    const { value } = input('tags')
    const word = fold(value.slice(value.lastIndexOf(',') + 1))
    const chosen = new Set([...tagsIn(value).names, ...this.#taken])
    const offered = word === '' ? this.#suggested : this.#known.filter((name) => fold(name).startsWith(word))
    const names = offered.filter((name) => !chosen.has(name)).slice(0, MOST_CHIPS)
    part('suggestions').replaceChildren(...names.map((name) => this.#chip(name)))
  }

  #chip(name: string): HTMLButtonElement {
    const chip = document.createElement('button')
    chip.type = 'button'
    chip.textContent = name
    chip.addEventListener('click', () => {
      const field = input('tags')
      const before = field.value.slice(0, field.value.lastIndexOf(',') + 1).trim()
      field.value = `${before}${before === '' ? '' : ' '}${name}, `
      field.focus()
      this.#draw()
    })
    return chip
  }

  /** Arrow down moves the focus to the offered tags. */
  listenForKeys(): void {
    part('form').addEventListener('keydown', (event) => {
      const chips = [...part('suggestions').querySelectorAll('button')]
      const at = chips.indexOf(event.target as HTMLButtonElement)
      if (event.key === 'ArrowDown' && event.target === input('tags')) chips[0]?.focus()
      else if (at >= 0 && event.key === 'ArrowRight') chips[at + 1]?.focus()
      else if (at >= 0 && event.key === 'ArrowLeft') chips[at - 1]?.focus()
      else if (at >= 0 && event.key === 'ArrowUp') input('tags').focus()
      else return
      event.preventDefault()
    })
    button('save').setAttribute('aria-keyshortcuts', 'Enter')
  }
}
