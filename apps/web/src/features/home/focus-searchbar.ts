/** Puts the keyboard into the primary searchbar, its text selected. */
export function focusSearchbar(): void {
  const field = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(
    '[data-searchbar="home"] :is(input, textarea)',
  )
  field?.focus()
  field?.select()
}
