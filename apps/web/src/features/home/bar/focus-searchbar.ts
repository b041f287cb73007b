import { homeFocus } from '../home-screen.ts'
import { homeList } from '../list/home-list.ts'
/** Focuses the primary searchbar and selects its text. */
export function focusSearchbar(): void {
  const field = searchField()
  field?.focus()
  field?.select()
}

/** Focuses the primary searchbar, with the caret behind its text. */
export function writeInSearchbar(): void {
  const field = searchField()
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}

function searchField(): HTMLInputElement | HTMLTextAreaElement | null {
  return document.querySelector('[data-searchbar="home"] :is(input, textarea)')
}

/** Focuses the last active card, or else the first one. */
export function leaveForCards(): void {
  const { cards } = homeList.getState()
  const { cardId, setCard } = homeFocus.getState()
  const card = cards.find(({ id }) => id === cardId) ?? cards[0]
  if (card !== undefined) setCard(card.id, { takesFocus: true })
  else document.getElementById('results')?.focus()
}
