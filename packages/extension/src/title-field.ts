import type { CaptureChip } from '@cardinal/domain/capture'
import { input, part, show } from './dom.ts'
import { readTitle } from './saving.ts'

/**
 * Input for the title of a link. `#tag` is drawn as a chip over its letters, as in the searchbar: a press, or Backspace
 * behind it, makes it plain text again.
 */
export class TitleField {
  readonly #field = input('name')
  /** Texts in which no tag is read: the page's own title, and chips that were made plain text. */
  readonly #refused: string[]
  #chips: readonly CaptureChip[] = []

  /** @param ofPage the title of the page */
  constructor(ofPage: string) {
    this.#refused = [ofPage]
    this.#field.value = ofPage
    this.#field.addEventListener('input', () => this.#draw())
    this.#field.addEventListener('keydown', (event) => this.#takeBack(event))
    // Firefox says nothing when a field scrolls.
    for (const sign of ['scroll', 'keyup', 'pointerup', 'blur'])
      this.#field.addEventListener(sign, () => this.#follow())
  }

  /** The title without its tags, and these. */
  read() {
    return readTitle(this.#field.value, this.#refused)
  }

  #draw(): void {
    const { value } = this.#field
    const { tags, chips } = this.read()
    this.#chips = chips
    const letters = document.createElement('span')
    let at = 0
    for (const chip of chips) {
      letters.append(value.slice(at, chip.from), this.#drawn(chip))
      at = chip.to
    }
    letters.append(value.slice(at))
    part('name-chips').replaceChildren(letters)
    this.#follow()
    show('understood', tags.length === 0 ? null : `Understood: tagged ${tags.join(', ')}`)
  }

  #drawn({ words, from, to }: CaptureChip): HTMLElement {
    const chip = document.createElement('span')
    chip.className = 'chip'
    chip.tabIndex = -1
    chip.setAttribute('role', 'button')
    chip.setAttribute('aria-label', `${words}, a tag. Make it plain text`)
    chip.title = 'Press to make it plain text'
    chip.textContent = this.#field.value.slice(from, to)
    chip.addEventListener('mousedown', (event) => event.preventDefault())
    chip.addEventListener('click', () => {
      this.#field.focus()
      this.#refuse(words)
    })
    return chip
  }

  #takeBack(event: KeyboardEvent): void {
    const { selectionStart: at, selectionEnd: end } = this.#field
    if (event.key !== 'Backspace' || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
      return
    const chip = this.#chips.find(({ to }) => to === at && at === end)
    if (chip === undefined) return
    event.preventDefault()
    this.#refuse(chip.words)
  }

  #refuse(words: string): void {
    this.#refused.push(words)
    this.#draw()
  }

  /** Keeps the letters of the chips over those of the field. */
  #follow(): void {
    part('name-chips').scrollLeft = this.#field.scrollLeft
  }
}
