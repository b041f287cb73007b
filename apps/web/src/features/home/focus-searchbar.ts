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
