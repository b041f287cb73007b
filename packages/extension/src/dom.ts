/** Returns the element of a page with this id, which its HTML has. */
export function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id)
  if (!(element instanceof kind)) throw new Error(`The page has no ${kind.name} ${id}.`)
  return element
}

export const button = (id: string) => byId(id, HTMLButtonElement)
export const input = (id: string) => byId(id, HTMLInputElement)
export const part = (id: string) => byId(id, HTMLElement)

/** Shows a text in an element, and hides the element where there is none. */
export function show(id: string, text: string | null): void {
  part(id).hidden = text === null
  part(id).textContent = text
}
