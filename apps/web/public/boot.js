// Runs before the first paint, so that a fixed theme never flashes and a signed-in person never sees the
// landing page. A file of its own because the content policy allows no inline script.
;(() => {
  try {
    const theme = localStorage.getItem('theme')
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
    // Back from the sign-in: nothing is shown until the code in the address has been traded for a session.
    if (location.search.includes('sign_in_code=')) document.documentElement.dataset.arriving = ''
    else if (location.pathname === '/' && localStorage.getItem('jwt_refresh_token')) location.replace('/home')
  } catch {
    // Storage is blocked: follow the system and treat the person as a visitor.
  }
  // A page can be read before its script has come. A button that is pressed meanwhile acts when it has.
  const pressed = []
  const keep = ({ target }) => {
    const button = target instanceof Element && target.closest('button')
    if (button) pressed.push(button)
  }
  addEventListener('click', keep, true)
  addEventListener(
    'page-awake',
    () => {
      removeEventListener('click', keep, true)
      for (const button of pressed) button.click()
    },
    { once: true },
  )
})()
