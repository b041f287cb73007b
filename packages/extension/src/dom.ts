/** @throws where the page has no such element */
export function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id)
  if (!(element instanceof kind)) throw new Error(`The page has no ${kind.name} ${id}.`)
  return element
}

export const button = (id: string) => byId(id, HTMLButtonElement)
export const input = (id: string) => byId(id, HTMLInputElement)
export const part = (id: string) => byId(id, HTMLElement)

/** Null hides the element. */
export function show(id: string, text: string | null): void {
  part(id).hidden = text === null
  part(id).textContent = text
}
