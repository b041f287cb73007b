import { Browser, isHome, type Page, startOf } from './support.ts'

export const ADA = { name: 'Ada Lovelace', email: 'Ada@Example.org', password: 'analytical engine' }

/** Opens the provider's form in a new browser. */
export async function openForm(origin: string, returnTo?: string) {
  const browser = new Browser()
  const { address, page } = await browser.follow(startOf(origin, returnTo))
  return { browser, form: address, page }
}

/** Submits a form. If it is accepted, follows the redirects to the end of the sign-in. */
export async function submit(
  browser: Browser,
  form: string,
  kind: 'sign-in' | 'create',
  fields: Record<string, string>,
) {
  const page = await browser.post(`${form}/${kind}`, fields)
  if (page.next === null) return { page, end: null }
  return { page, end: (await browser.follow(page.next, isHome)).address }
}

export function errorsOf(page: Page): string[] {
  return [...page.text.matchAll(/<p class="error[^>]*>([^<]*)</g)].map(([, text]) => text ?? '')
}
