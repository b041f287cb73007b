import { Browser, isHome, type Page, startOf } from './support.ts'

/** Somebody who makes an account. */
export const ADA = { name: 'Ada Lovelace', email: 'Ada@Example.org', password: 'analytical engine' }

/** Opens the provider's form in a new browser. */
export async function openForm(origin: string, returnTo?: string) {
  const browser = new Browser()
  const { address, page } = await browser.follow(startOf(origin, returnTo))
  return { browser, form: address, page }
}

/** Sends a form; when it is accepted, goes on to where signing in ends. */
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
