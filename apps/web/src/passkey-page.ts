import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser'

/* Runs on the embedded provider's sign-in pages, which the server renders. A form with `data-passkey-options`
   fetches options from the server, asks for a passkey, and submits the result in the field `response`. */
const forms = document.querySelectorAll<HTMLFormElement>('form[data-passkey-options]')
if (browserSupportsWebAuthn())
  for (const form of forms) {
    form.hidden = false
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void signIn(form)
    })
  }

async function signIn(form: HTMLFormElement): Promise<void> {
  const said = form.querySelector('.said')
  const button = form.querySelector('button')
  const response = form.querySelector<HTMLInputElement>('[name=response]')
  if (said === null || button === null || response === null) return
  said.textContent = ''
  // The check box is in the other form.
  const isShared = document.querySelector('[name=shared]:checked') !== null
  const shared = form.querySelector<HTMLInputElement>('[name=shared]')
  if (shared !== null && isShared) shared.value = 'true'
  button.disabled = true
  try {
    response.value = JSON.stringify(await startAuthentication({ optionsJSON: await optionsOf(form) }))
    // `submit()` fires no `submit` event.
    form.submit()
  } catch (error) {
    said.textContent = reasonOf(error)
  }
  button.disabled = false
}

async function optionsOf(form: HTMLFormElement) {
  const sent = new URLSearchParams()
  for (const [name, value] of new FormData(form)) sent.set(name, String(value))
  const answer = await fetch(form.dataset.passkeyOptions ?? '', { method: 'POST', body: sent })
  if (!answer.ok) throw new Error('expired')
  return await answer.json()
}

function reasonOf(error: unknown): string {
  const { name, message } = error as Error
  if (message === 'expired') return 'This page was left open for too long. Reload it.'
  if (name === 'TypeError') return 'The server cannot be reached. Try again.'
  return 'No passkey was used. Try again, or sign in another way.'
}
