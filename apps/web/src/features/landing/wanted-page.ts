import { HOME_ADDRESS } from '../../shared/site/site-options.ts'

/** Key for the page that a visitor requested before signing in, which opens afterwards. Stored per tab. */
const KEY = 'wanted_page'

export function rememberWantedPage(path: string): void {
  try {
    sessionStorage.setItem(KEY, path)
  } catch {
    // Storage is blocked: the sign-in goes to home instead.
  }
}

export function wantedPage(): string {
  try {
    return sessionStorage.getItem(KEY) ?? HOME_ADDRESS
  } catch {
    return HOME_ADDRESS
  }
}

export function forgetWantedPage(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // No page was stored.
  }
}
