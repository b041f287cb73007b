import { homeList } from './home-list.ts'
import { homeFocus } from './home-screen.ts'
/** Puts the keyboard into the primary searchbar, its text selected. */
export function focusSearchbar(): void {
  const field = searchField()
  field?.focus()
  field?.select()
}

/** Puts the keyboard into the primary searchbar, behind what is written there. */
export function writeInSearchbar(): void {
  const field = searchField()
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}

function searchField(): HTMLInputElement | HTMLTextAreaElement | null {
  return document.querySelector('[data-searchbar="home"] :is(input, textarea)')
}

/** Takes the focus to the card that was looked at last, or else to the first one. */
export function leaveForCards(): void {
  const { cards } = homeList.getState()
  const { cardId, setCard } = homeFocus.getState()
  const card = cards.find(({ id }) => id === cardId) ?? cards[0]
  if (card !== undefined) setCard(card.id, { takesFocus: true })
  else document.getElementById('results')?.focus()
}
